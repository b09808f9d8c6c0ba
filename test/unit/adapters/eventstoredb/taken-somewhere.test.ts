/** An append that the server recognises without its position: the position is looked up. */
import test from 'ava';
import type { Answer, Calls, LogEvent, Page } from '../../../../src/adapters/eventstoredb/server/calls.ts';
import { openEventStoreDb } from '../../../../src/adapters/eventstoredb/open-event-store-db.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

const stream = 'box-1';
const SEQ = '7'.padStart(20, '0');
const event = { id: '10000000-0000-4000-8000-000000000001', type: 'BallPut', data: '{}', metadata: '{}' };
const EMPTY: Page = { events: [], cut: false };

/** A server that answers so, and shows that in the stream. */
const storeOn = (answer: Answer, shown: readonly LogEvent[]) => {
  const calls: Calls = {
    append: async (_, started) => {
      started();
      return Promise.resolve(answer);
    },
    read: async (request) =>
      Promise.resolve(request.of === 'stream' && request.stream === stream ? { events: shown, cut: false } : EMPTY),
    next: async () => new Promise(() => undefined),
    close: async () => Promise.resolve(),
  };
  const deps = { clock: createClock(), timers: createTimers(), logger: silentLogger };
  return openEventStoreDb({ calls, ...deps }).store;
};

const known = { kind: 'taken', revision: 0, seq: undefined } as const;
const there: LogEvent = { ...event, stream, revision: 0, seq: SEQ };

test('its shown position is its position', async (t) => {
  const { revision, position } = await storeOn(known, [there]).append(stream, 'none', [event]);
  const named = await storeOn({ ...known, seq: SEQ }, []).append(stream, 'none', [event]);
  t.deepEqual({ revision, position }, named);
});

test('while it does not show, its outcome is open; what shows in its place is another log', async (t) => {
  await t.throwsAsync(storeOn(known, []).append(stream, 'none', [event]), { code: 'ambiguous' });
  const other = { ...there, id: '10000000-0000-4000-8000-000000000002' };
  await t.throwsAsync(storeOn(known, [other]).append(stream, 'none', [event]), { code: 'corrupt' });
  await t.throwsAsync(storeOn({ ...known, revision: 5 }, []).append(stream, 'none', [event]), { code: 'corrupt' });
});
