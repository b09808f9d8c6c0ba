/** The event that certified a plan, as it is stored. */
import type { planCertified } from '../../../events/plan.ts';
import type { EventOf } from '../../kernel/event.ts';
import { assert } from '../../kernel/faults.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { claimedHash } from '../../schema/hash-chain.ts';
import type { Ground } from '../application.ts';

export type Certified = EventOf<typeof planCertified>['data'];

export type CertifiedEvent = {
  readonly stored: StoredEvent;
  readonly said: Certified;
  /** The hash of the chain up to the event before it. */
  readonly before: string;
};

/** `stream`: of a plan that is certified. */
export const certifiedEvent = async (
  { eventStore, codec }: Pick<Ground, 'eventStore' | 'codec'>,
  stream: string,
): Promise<CertifiedEvent> => {
  let stored: StoredEvent | undefined;
  for await (const event of eventStore.readStream(stream, { direction: 'backwards' })) {
    if (stored !== undefined) {
      const said = codec.decodeData(stored).data as Certified;
      return { stored, said, before: claimedHash(event.metadata) };
    }
    if (event.type === 'PlanCertified') stored = event;
  }
  assert(false, 'a certified plan has the event that certified it, after that which prepared it');
};
