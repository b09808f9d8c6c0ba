/** Commands are answered when they are durable, on the newest state, once. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { START } from '../../../../src/kernel/position.ts';
import type { EventStore } from '../../../../src/ports/event-store.ts';
import { type BoxCommand, boxEvents } from '../../../support/log/box-aggregate.ts';
import { createBoxWorld, kindOf, kindsOf, put, stream } from '../../../support/log/box-world.ts';
import { context, createCommandWorld, type Scope } from '../../../support/log/command-world.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createSlowToShow } from '../../../support/log/slow-to-show.ts';

test('an accepted command answers with its events, the state after them and a position that shows them', async (t) => {
  const w = createBoxWorld(t);
  const p = w.start();
  const outcome = await p.put('red');
  const [stored] = await w.events();
  if (outcome.kind !== 'accepted' || stored === undefined) return t.fail();
  const [event] = outcome.events;
  t.like(event, { type: 'BallPut', data: { ball: 'red', held: 1, note: '' }, stream, revision: 0, id: stored.id });
  t.like(event?.metadata, context);
  const { position, ...rest } = w.codec.decode(stored);
  t.deepEqual(event, rest as typeof event, 'what is answered is what is stored');
  t.deepEqual(outcome.state, { balls: ['red'] });
  t.is(outcome.position, position);
});

test('a repeated command is unchanged, and nothing is appended for it', async (t) => {
  const w = createBoxWorld(t);
  const { box } = w;
  const p = w.start();
  t.is(await kindOf(p.put('red')), 'accepted');
  t.is(await kindOf(p.put('red')), 'unchanged');
  t.is((await w.events()).length, 1);
  t.is(p.store.calls.append, 1);
  // The sabotage: a decider that forgets what it has done.
  const forgetful = { ...box, category: 'carton', decide: (c: BoxCommand) => box.decide(c, box.initial, 'none') };
  const w2 = createCommandWorld(
    t,
    boxEvents.map((event) => Object.assign(() => ({}), event, { category: 'carton' })),
  );
  const { handler } = w2.start();
  await handler.handle(forgetful, 'carton-1', put('red'), context);
  t.not((await handler.handle(forgetful, 'carton-1', put('red'), context)).kind, 'unchanged');
});

/** The callers answered while the append of their round was under way: there may be none. */
const answeredEarly = async (t: Scope, doctor?: (store: EventStore) => EventStore): Promise<string[]> => {
  const p = createBoxWorld(t).start(doctor && { doctored: doctor });
  await p.put('red');
  p.store.appendFaults.push('held');
  const early: string[] = [];
  let released = false;
  const asked = [put('blue'), put('red'), put('green'), { type: 'Stumble' } as const].map(async (command) =>
    p
      .send(command)
      .finally(() => {
        if (!released) early.push(command.type);
      })
      .catch(() => undefined),
  );
  const looked = p.look().then(() => released || early.push('read'));
  for (let i = 0; i < 20; i += 1) await turn();
  released = true;
  p.store.release();
  await Promise.all([...asked, looked]);
  return early;
};

test('no caller of a round is answered before its append is durable, refused ones included', async (t) => {
  t.deepEqual(await answeredEarly(t), []);
  // The sabotage: a store that answers first and writes later.
  const hasty = (store: EventStore): EventStore => ({
    ...store,
    append: async (stream, expected, events) => {
      const writing = store.append(stream, expected, events);
      writing.catch(() => undefined);
      return { revision: (expected === 'none' ? -1 : expected) + events.length, position: 'guessed' };
    },
  });
  t.not((await answeredEarly(t, hasty)).length, 0);
});

test('looks and refusals that wait together share one look at the head', async (t) => {
  const p = createBoxWorld(t).start();
  await p.put('red');
  const before = p.store.calls.head;
  await Promise.all(Array.from({ length: 50 }, async () => p.look()));
  t.is(p.store.calls.head - before, 1);
});

test('after a conflict only the tail is read', async (t) => {
  const w = createBoxWorld(t);
  const asked: unknown[] = [];
  const spying = (store: EventStore): EventStore => ({
    ...store,
    readStream: (stream, options) => {
      asked.push(options);
      return store.readStream(stream, options);
    },
  });
  const [here, elsewhere] = [w.start({ doctored: spying }), w.start()];
  await here.put('red');
  await elsewhere.take('red');
  await here.put('blue');
  t.deepEqual(asked.slice(1), [{ from: 1, limit: 1 }, { from: 1 }]);
});

test('a command that throws fails alone; so does one whose event has the wrong shape', async (t) => {
  const p = createBoxWorld(t).start();
  await p.put('white');
  const misshapen = { type: 'Put', ball: 'odd', note: 5 } as unknown as BoxCommand;
  const asked = [
    { type: 'Take', ball: 'white' } as const,
    { type: 'Stumble' } as const,
    put('red'),
    misshapen,
    put('blue'),
    put('green'),
  ];
  const outcomes = asked.map(async (command) => p.send(command));
  t.deepEqual(await kindsOf(outcomes), ['accepted', 'threw', 'accepted', 'threw', 'accepted', 'refused:box_full']);
  t.is(p.store.calls.append, 2, 'one append for the round');
  await p.take('red');
  await t.throwsAsync(p.send(misshapen), { instanceOf: BrokenInvariant, message: /\/note must be string/ });
  t.deepEqual(await p.balls(), ['blue']);
  // The sabotage: a decision that, once it has stumbled, goes on stumbling.
  const w2 = createBoxWorld(t);
  const p2 = w2.start();
  const { box } = w2;
  let down = false;
  const limping = {
    ...box,
    decide: (...args: Parameters<typeof box.decide>) => {
      down ||= args[0].type === 'Stumble';
      return box.decide(down ? { type: 'Stumble' } : args[0], args[1], args[2]);
    },
  };
  const limped = asked.map(async (command) => p2.handler.handle(limping, stream, command, context));
  t.deepEqual((await kindsOf(limped)).filter((kind) => kind === 'threw').length, 5);
});

test('the time of an event is that of its decision, and the context is all that it carries besides', async (t) => {
  const w = createBoxWorld(t);
  const { clock, jumpWall } = createFakeClock(Date.UTC(2026, 10, 21));
  const { handler } = w.start({ clock });
  const extra = { ...context, traceparent: '00-a-b-01', secret: 'not to be stored' };
  const outcome = handler.handle(w.box, stream, put('red'), extra);
  jumpWall(1_500);
  await outcome;
  const [stored] = await w.events();
  t.regex(stored?.metadata ?? '', /^\{"\$hash":"[0-9a-f]{64}","actor":"user:ann","at":"2026-11-21T00:00:01\.500Z",/);
  t.regex(stored?.metadata ?? '', /"correlationId":"c1","traceparent":"00-a-b-01","v":1,"workspaceId":"ws_1"\}$/);
});

test('the last own append is known by workspace, or by user where there is none', async (t) => {
  const w = createBoxWorld(t);
  const [here, other] = [w.start(), w.start()];
  const { handler } = here;
  t.is(handler.lastAppended('ws_1'), START);
  const first = await here.put('red');
  t.is(handler.lastAppended('ws_1'), first.position);
  t.is(handler.lastAppended('ws_2'), START);
  const ofUser = { userId: 'ann', actor: 'user:ann', correlationId: 'c2' };
  const second = await handler.handle(w.box, stream, put('blue'), ofUser);
  t.is(handler.lastAppended('ann'), second.position);
  t.is(handler.lastAppended('ws_1'), first.position);
  t.is(other.handler.lastAppended('ws_1'), START, 'of this process alone');
});

test('a store that does not answer fails the waiting callers, and the next ones find it sound', async (t) => {
  const p = createBoxWorld(t).start({ clock: createClock() });
  p.store.failReads(1);
  t.deepEqual(await kindsOf([p.put('red'), p.put('blue')]), ['unavailable', 'unavailable']);
  p.store.appendFaults.push('unavailable');
  t.deepEqual(await kindsOf([p.put('red'), p.take('x')]), ['unavailable', 'unavailable']);
  t.deepEqual(await kindsOf([p.put('red'), p.take('x')]), ['accepted', 'refused:not_there']);
});

test('after a close no command is taken', async (t) => {
  const p = createBoxWorld(t).start();
  await p.put('red');
  await p.handler.close();
  t.is(await kindOf(p.put('blue')), 'cancelled');
});

test('a caller refused because of an event that the store does not show yet looks until it does', async (t) => {
  const w = createBoxWorld(t);
  const slow = createSlowToShow(limits.settleBackoffMs.length - 1);
  const [one, two] = [w.start({ doctored: slow.over }), w.start({ doctored: slow.over })];
  await Promise.all([one.put('red'), two.take('green')]);
  t.deepEqual(await kindsOf([one.put('blue'), two.take('red')]), ['accepted', 'accepted']);
  t.is((await w.events()).length, 3);
  const never = createSlowToShow(100);
  const [winner, loser] = [w.start({ doctored: never.over }), w.start({ doctored: never.over })];
  await Promise.all([winner, loser].map(async ({ look }) => look()));
  const won = winner.put('red');
  await turn();
  t.is(await kindOf(loser.put('green')), 'unavailable', 'not for ever');
  t.is(await kindOf(won), 'accepted');
});
