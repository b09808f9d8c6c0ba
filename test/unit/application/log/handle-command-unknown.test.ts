/** An append of unknown outcome is settled by what is stored, and by nothing else. */
import test, { type ExecutionContext } from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { EventStore } from '../../../../src/ports/event-store.ts';
import { createBoxWorld, kindOf, kindsOf, put } from '../../../support/log/box-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';
import type { AppendFault } from '../../../support/log/faulty-event-store.ts';

/** One command over a store that fails once in this way; `then` is what the process does next. */
const afterFault = async (
  t: Scope,
  fault: AppendFault,
  doctored?: (store: EventStore) => EventStore,
): Promise<{ kinds: string[]; balls: unknown[] }> => {
  const w = createBoxWorld(t);
  const p = w.start(doctored && { doctored });
  p.store.appendFaults.push(fault);
  const kinds = [await kindOf(p.put('red'))];
  await p.store.landLate();
  // The caller's next step after "nothing was written": the same again.
  if (kinds[0] === 'unavailable') kinds.push(await kindOf(p.put('red')));
  kinds.push(await kindOf(p.put('blue')));
  return { kinds, balls: await w.balls() };
};

for (const fault of ['lost_before', 'lost_after', 'delayed', 'broken_after'] as const) {
  test(`${fault}: the caller is told what happened, and the event is there once`, async (t) => {
    t.deepEqual(await afterFault(t, fault), { kinds: ['accepted', 'accepted'], balls: ['red', 'blue'] });
  });
}

test('a store that calls its own success a conflict is not believed', async (t) => {
  const forgetful = (store: EventStore): EventStore => ({
    ...store,
    append: async (...append) => {
      try {
        return await store.append(...append);
      } catch (cause) {
        throw new Fault('conflict', 'the stream stands elsewhere', { cause });
      }
    },
  });
  t.deepEqual(await afterFault(t, 'lost_after', forgetful), {
    kinds: ['accepted', 'accepted'],
    balls: ['red', 'blue'],
  });
});

test('a success that is called a conflict, by a store that is then away for a moment, is found', async (t) => {
  let left = 2;
  const away = (store: EventStore): EventStore => ({
    ...store,
    append: async (...append) => {
      const taken = await store.append(...append);
      if (left === 0) return taken;
      throw new Fault('conflict', 'the stream stands elsewhere');
    },
    readStream: async function* readStream(...asked) {
      // After the append, as long as it is away.
      if ((await store.head(asked[0])) !== undefined && left > 0) {
        left -= 1;
        throw new Fault('unavailable', 'the store is away');
      }
      yield* store.readStream(...asked);
    },
  });
  const w = createBoxWorld(t);
  const p = w.start({ doctored: away });
  t.is(await kindOf(p.put('red')), 'accepted');
  t.deepEqual(await w.balls(), ['red']);
});

test('sabotage: a store that sends new ids for a repeated append is caught by the same look at the log', async (t) => {
  let sent = 0;
  const renaming = (store: EventStore): EventStore => ({
    ...store,
    append: async (stream, _expected, events) => {
      sent += 1;
      const head = await store.head(stream);
      const renamed = events.map((event) => ({ ...event, id: `${event.id}-${sent}` }));
      return store.append(stream, head?.revision ?? 'none', renamed);
    },
    readStream: async function* () {
      // Sees nothing of what was written, so that the append is repeated.
    },
  });
  t.deepEqual((await afterFault(t, 'lost_after', renaming)).balls.filter((ball) => ball === 'red').length, 2);
});

/** A delayed append lands only after another process took its place. */
test('a foreign event at the place is a conflict: decided again, and the late append never lands', async (t) => {
  const w = createBoxWorld(t);
  const elsewhere = w.start();
  let meanwhile: () => Promise<unknown> = async () => undefined;
  const p = w.start({
    doctored: (store) => ({
      ...store,
      append: async (...append) => {
        try {
          return await store.append(...append);
        } catch (error) {
          await meanwhile();
          throw error;
        }
      },
    }),
  });
  await p.put('red');
  meanwhile = async () => elsewhere.put('blue');
  p.store.appendFaults.push('delayed');
  t.is(await kindOf(p.put('green')), 'refused:box_full');
  await p.store.landLate();
  t.deepEqual(await w.balls(), ['red', 'blue']);
});

test('the same bytes, ids and revision are sent again', async (t) => {
  const w = createBoxWorld(t);
  const p = w.start();
  p.store.appendFaults.push('lost_before', 'lost_before', 'unavailable');
  await p.put('red');
  t.is(p.store.appends.length, 4);
  for (const append of p.store.appends) t.deepEqual(append, p.store.appends[0]);
  t.is((await w.events()).length, 1);
});

test('while the outcome is looked for, the queue is closed: commands wait, and nothing else is sent', async (t) => {
  const w = createBoxWorld(t);
  const p = w.startTimed();
  const { advance } = p;
  p.store.appendFaults.push('lost_before', 'lost_before', 'lost_before');
  const first = p.put('red');
  await advance(10);
  const second = p.put('blue');
  await advance(30);
  t.true(p.store.appends.every(({ events }) => events[0]?.id === p.store.appends[0]?.events[0]?.id));
  await advance(5_000);
  t.deepEqual(await kindsOf([first, second]), ['accepted', 'accepted']);
  t.deepEqual(await w.balls(), ['red', 'blue']);
});

/** A store that loses every append until the test heals it; by then the callers have gone. */
const outage = async (t: ExecutionContext, fault: AppendFault) => {
  const w = createBoxWorld(t);
  const p = w.startTimed();
  const { advance } = p;
  await p.put('red');
  p.store.appendFaults.push(...Array<AppendFault>(1_000).fill(fault));
  const asked = [put('red'), put('green'), { type: 'Take', ball: 'none' } as const];
  const round = asked.map(async (command) => kindOf(p.send(command)));
  await advance(30);
  const waiting = kindOf(p.put('late'));
  await advance(60_000);
  // Those whose events may be there cannot be told; for the others nothing was written.
  t.deepEqual(await Promise.all(round), ['unavailable', 'ambiguous', 'unavailable']);
  t.is(await waiting, 'unavailable');
  return { w, p, advance };
};

test('callers past their timeout are told so, and the append is still carried to its end', async (t) => {
  const { w, p, advance } = await outage(t, 'lost_before');
  t.deepEqual(await w.balls(), ['red']);
  p.store.appendFaults.length = 0;
  await advance(2_000);
  t.deepEqual(await w.balls(), ['red', 'green']);
  t.is(await kindOf(p.put('green')), 'unchanged');
});

test('a silent log keeps callers of an unknown outcome no longer than one look past their patience', async (t) => {
  const lookMs = 10_000;
  const silent = (store: EventStore): EventStore => ({
    ...store,
    readStream: async function* (...asked) {
      if (p.store.appendFaults.length > 0) {
        await p.timers.sleep(lookMs);
        throw new Fault('unavailable', 'no answer within the deadline');
      }
      yield* store.readStream(...asked);
    },
  });
  const p = createBoxWorld(t).startTimed({ doctored: silent });
  const { advance } = p;
  await p.put('red');
  p.store.appendFaults.push('lost_before', 'lost_before');
  const told = kindOf(p.put('blue'));
  await advance(limits.ambiguousPatienceMs + lookMs);
  t.is(await Promise.race([told, turn('not yet')]), 'ambiguous');
  p.store.appendFaults.length = 0;
  await advance(lookMs + 2_000);
  t.is(await kindOf(p.put('blue')), 'unchanged');
});

test('shut means shut: a call during the unknown outcome is refused at once', async (t) => {
  const w = createBoxWorld(t);
  const p = w.startTimed();
  const { advance } = p;
  p.store.appendFaults.push(...Array<AppendFault>(100).fill('lost_before'));
  const first = kindOf(p.put('red'));
  await advance(30_000);
  t.is(await first, 'ambiguous');
  const before = p.store.calls.append;
  t.is(await kindOf(p.put('blue')), 'unavailable');
  await t.throwsAsync(p.look(), { code: 'unavailable' });
  t.is((await p.look('box-2')).revision, 'none', 'other streams go on');
  await advance(30_000);
  t.true(p.store.calls.append > before, 'the search goes on');
  p.store.appendFaults.length = 0;
  await advance(2_000);
  t.is(await kindOf(p.put('blue')), 'accepted');
  t.deepEqual(await w.balls(), ['red', 'blue']);
  t.is(p.handler.lastAppended('ws_1') > '', true);
});

test('an append that lands after its callers have gone is found', async (t) => {
  const { w, p, advance } = await outage(t, 'delayed');
  await p.store.landLate();
  await advance(60_000);
  t.is(await kindOf(p.put('green')), 'unchanged');
  t.deepEqual(await w.balls(), ['red', 'green']);
});

test('an append made impossible by a foreign event is not done after its callers have gone', async (t) => {
  const { w, p, advance } = await outage(t, 'lost_before');
  const elsewhere = w.start();
  await elsewhere.take('red');
  p.store.appendFaults.length = 0;
  await advance(2_000);
  t.like(await p.look(), { state: { balls: [] }, revision: 1 });
  t.is(await kindOf(p.put('blue')), 'accepted');
});

test('a close while an outcome is unknown answers the callers', async (t) => {
  const p = createBoxWorld(t).startTimed();
  const { advance } = p;
  p.store.appendFaults.push(...Array<AppendFault>(100).fill('lost_before'));
  const asked = kindOf(p.put('red'));
  await turn();
  const closing = p.handler.close();
  await advance(limits.shutdownGraceMs);
  await closing;
  t.is(await asked, 'ambiguous');
});

test('reading back may fail as well: the search goes on', async (t) => {
  const w = createBoxWorld(t);
  const p = w.start();
  await p.put('red');
  p.store.appendFaults.push('lost_after');
  p.store.failReads(3);
  t.is(await kindOf(p.put('blue')), 'accepted');
  t.deepEqual(await w.balls(), ['red', 'blue']);
});

test('an append that is there in part is corruption, not an outcome', async (t) => {
  const tearing = (store: EventStore): EventStore => ({
    ...store,
    append: async (stream, expected, events) => {
      await store.append(stream, expected, events.slice(0, 1));
      throw new Fault('ambiguous', 'the connection was lost');
    },
  });
  const p = createBoxWorld(t).start({ doctored: tearing });
  t.deepEqual(await kindsOf([p.put('red'), p.put('blue')]), ['ambiguous', 'ambiguous']);
  t.is(await kindOf(p.put('red')), 'unavailable', 'the queue stays shut');
});
