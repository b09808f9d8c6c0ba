/**
 * The epochs of the log, and which of them count. Every writer to the log can write a `LogEpochStarted`. It counts by
 * two proofs that such a writer lacks. One is the service's signature over the log before it, the other is the
 * checkpoint beside the read models (`EPOCHS`). Only the newest is checked: its signature covers a log that holds all
 * the others.
 */
import { logEpochStarted, type SystemEvent } from '../../../events/system.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { EPOCH_STREAM } from '../../kernel/epochs.ts';
import { Fault } from '../../kernel/faults.ts';
import { epochOf, epochStart, type Position } from '../../kernel/position.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Signer } from '../../ports/signer.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import type { Pledge } from './log-order.ts';

/** The checkpoint that names the newest epoch: its start while it is being begun, then its first position. */
export const EPOCHS = 'log-epoch';

type Data = SystemEvent['data'];

/** The newest epoch of a log, as far as the service has signed for it. */
export type Epoch = { readonly position: Position; readonly before: Pledge };

export type EpochsDeps = {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'decodeOnce'>;
  readonly signer: Pick<Signer, 'holds'>;
};

/** The signed text of an epoch. */
export const epochText = ({ epoch, reason, before }: Omit<Data, 'signature'>): string =>
  `epoch\n${canonicalJson({ epoch, reason, before })}`;

/** Undefined in the first epoch. Fault `corrupt` (`detail.reason` `epoch_unsigned`): this service has not begun it. */
export const newestEpoch = async ({ eventStore, codec, signer }: EpochsDeps): Promise<Epoch | undefined> => {
  for await (const stored of eventStore.readStream(EPOCH_STREAM, { direction: 'backwards', limit: 1 })) {
    const { position, type } = stored;
    const data = type === logEpochStarted.type ? decoded(codec, stored) : undefined;
    if (data !== undefined && signer.holds(epochText(data), data.signature)) return { position, before: data.before };
    throw new Fault('corrupt', `the epoch that begins at ${position} is not signed with the key of this service`, {
      detail: { reason: 'epoch_unsigned', position, keyId: data?.signature.keyId ?? null },
    });
  }
  return undefined;
};

/** The service has signed nothing that lacks the shape of such an event. */
const decoded = (codec: EpochsDeps['codec'], stored: Parameters<EventCodec['decodeOnce']>[0]): Data | undefined => {
  try {
    return codec.decodeOnce(stored).data as Data;
  } catch (error) {
    if (error instanceof Fault && error.code === 'corrupt') return undefined;
    throw error;
  }
};

/**
 * Checks that the checkpoint beside the read models knows the epoch: its first position, or its start, where its
 * beginning was interrupted. Fault `corrupt` (`detail.reason` `epoch_unknown`) when it names another one, or none
 * although the log was seen before. A store that has seen nothing, such as a lost one, proves nothing. One that knows
 * of a later epoch has seen more than there is: `refuseIfBehind` reports it.
 */
export const requireKnown = async (
  documents: Pick<DocumentStore, 'checkpoint'>,
  { position }: Pick<Epoch, 'position'>,
  hasSeenLog: boolean,
): Promise<void> => {
  const known = (await documents.checkpoint(EPOCHS))?.position;
  const epoch = epochOf(position);
  const isKnown = known === position || known === epochStart(epoch);
  if (isKnown || (known === undefined ? !hasSeenLog : epochOf(known) > epoch)) return;
  const seen = known === undefined ? 'of no epoch' : `of another one, at ${known}`;
  throw new Fault('corrupt', `an epoch begins at ${position}, and the read models know ${seen}`, {
    detail: { reason: 'epoch_unknown', position, known: known ?? null },
  });
};
