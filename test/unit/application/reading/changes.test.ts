/** The events beyond a read model: however many a reader folds, others have their turns meanwhile. */
import test from 'ava';
import { creditSummaryProjection } from '../../../../projections/credit-summary.ts';
import { changesSince } from '../../../../src/application/reading/changes.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Turns } from '../../../../src/ports/basics.ts';
import { createWorkedLoop, type WorkedLoop } from '../../../support/kernel/worked-loop.ts';
import { positionOf } from '../../../support/log/history.ts';

/** Of one batch of the feed, all of another workspace. */
const EVENTS = 1_000;
const DECODING_MS = 0.1;

/** The longest turn of a reader that folds them; decoding is the work. */
const longestOfReader = async (loop: WorkedLoop, turns: Turns): Promise<number> => {
  const head = positionOf(EVENTS);
  const metadata = { workspaceId: 'ws_other' };
  const stored = Array.from({ length: EVENTS }, (_, n) => ({
    stream: 'ledger-ws_other',
    position: positionOf(n),
    metadata,
  }));
  const side = {
    readModels: {
      position: () => '',
      waitFor: async () => Promise.resolve(false),
      collection: () => 'credit-summary@1',
    },
    feed: {
      head: async () => Promise.resolve(head),
      read: async function* () {
        yield await Promise.resolve({ events: stored, through: head });
      },
    },
    codec: {
      decode: (event: unknown) => {
        loop.work(DECODING_MS);
        return event;
      },
    },
    parsed: { get: async () => Promise.resolve(undefined) },
    turns,
  };
  const changes = await changesSince(side as never, creditSummaryProjection, { owner: 'ws_1', position: head });
  return changes?.documents.size === 0 ? loop.seen().longestMs : Number.NaN;
};

test('a reader of a read model that is behind folds the later events in turns', async (t) => {
  const loop = createWorkedLoop();
  t.true((await longestOfReader(loop, loop.turns)) < 2 * limits.sliceMs);
});

test('sabotage: without a share of turns the later events are folded in one', async (t) => {
  t.true((await longestOfReader(createWorkedLoop(), { due: () => undefined })) > (EVENTS - 1) * DECODING_MS);
});
