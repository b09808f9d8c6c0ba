/** Events as a frame of a job leaves them, for benchmarks that append without deciding. */
import { taskRendered } from '../../../events/job.ts';
import type { EventMetadata } from '../../../src/kernel/event.ts';
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';

const WORKSPACE = 'ws_01234567890123456789012345';

export const metadata: EventMetadata = {
  workspaceId: WORKSPACE,
  actor: 'system:dispatch',
  correlationId: 'c_01234567890123456789012345',
  at: '2026-01-01T00:00:00.000Z',
};

/** A middling event: about 550 bytes of data and 250 of metadata. */
export const renderedFrame = (n: number) =>
  taskRendered({
    taskId: `req_${String(n).padStart(26, '0')}`,
    index: n % 32,
    attempt: 1,
    attemptKey: String(n).padStart(26, '0'),
    makes: 'image',
    epoch: 1,
    asset: {
      id: `ast_${String(n).padStart(26, '0')}`,
      hash: 'ab'.repeat(32),
      key: `${WORKSPACE}/assets/${'ab'.repeat(32)}.png`,
      contentType: 'image/png',
      width: 1_024,
      height: 576,
      sizeBytes: 123_456,
    },
    creditsCharged: null,
  });

export const idOfNumber = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** The same event as a store takes it, under an id of its own: appended without cost for the codec. */
export const createReadyEvents = (stream: string): ((n: number) => EncodedEvent) => {
  const place = { stream, revision: 0, id: idOfNumber(0), metadata, previousHash: GENESIS };
  const { encoded } = createEventCodec().encode(renderedFrame(0), place);
  return (n) => ({ ...encoded, id: idOfNumber(n) });
};
