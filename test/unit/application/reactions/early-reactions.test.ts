/** Reactions of a process to its own events begin before their messages, which share the outcome. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import type { Listener } from '../../../../src/application/log/command-handler.ts';
import { createEarlyReactions } from '../../../../src/application/reactions/early-reactions.ts';
import type { Reaction } from '../../../../src/application/reactions/reaction.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Timers } from '../../../../src/ports/basics.ts';
import type { Handled } from '../../../../src/ports/message-log.ts';
import type { UnplacedEvent } from '../../../../src/schema/event-codec.ts';

/** Tells a message that led to the reaction from one that shared an outcome. */
const LED: Handled = { kind: 'park', retryAfterMs: 7 };

const eventAt = (revision: number, stream = 'job-job_1', type = 'FrameScored'): UnplacedEvent => ({
  type,
  data: {},
  stream,
  revision,
  id: `018f3c1e-7a00-7000-8000-${String(revision).padStart(12, '0')}`,
  metadata: { actor: 'a', correlationId: 'c', at: '2026-03-01T09:00:00.000Z', workspaceId: 'ws_1' },
  hash: '',
});

/** A reaction that notes its events, and the two ways to it. */
const given = (
  handle: (event: UnplacedEvent) => Promise<Handled | void> = async () => Promise.resolve(),
  timers: Timers = createTimers(),
) => {
  const handled: number[] = [];
  const warned: unknown[] = [];
  let listener: Listener | undefined;
  const listen = (one: Listener) => {
    listener = one;
    return () => (listener = undefined);
  };
  const stop = new AbortController();
  const logger = { warn: (...args: unknown[]) => void warned.push(args) };
  const deps = { commands: { listen }, timers, logger: logger as never, stopping: stop.signal };
  const early = createEarlyReactions(deps);
  const react: Reaction['react'] = {
    FrameScored: async (event) => {
      handled.push(event.revision);
      return handle(event);
    },
  };
  const reaction: Reaction = { topic: 'pi.job.v1', group: 'settle', inFlightMax: 1, ordered: false, react };
  const consumer = early.of(reaction, {
    ...reaction,
    handle: async ({ event }) => (await react[event.type]?.(event as never, {} as never, () => true)) ?? LED,
  });
  return {
    handled,
    warned,
    stop,
    early,
    append: (...events: readonly UnplacedEvent[]) => listener?.(events),
    message: async (event: UnplacedEvent) =>
      consumer.handle({ key: event.stream, event: event as never, attempt: 1 }, () => true),
  };
};

test('a reaction begins with the append, and the message shares its outcome', async (t) => {
  const { handled, append, message } = given();
  append(eventAt(1), eventAt(2));
  t.deepEqual(handled, [1, 2]);
  t.deepEqual(await message(eventAt(1)), { kind: 'done' });
  t.deepEqual(handled, [1, 2]);
  await message(eventAt(1));
  t.deepEqual(handled, [1, 2, 1], 'a message that comes again is handled: reactions are idempotent');
});

test('a message waits for the reaction that is under way', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { handled, append, message } = given(async () => gate.promise);
  append(eventAt(1));
  let answered = false;
  const answer = message(eventAt(1))?.finally(() => (answered = true));
  await turn();
  t.false(answered);
  gate.resolve();
  t.deepEqual(await answer, { kind: 'done' });
  t.deepEqual(handled, [1]);
});

test('events of other processes, other categories and other types wait for their messages', async (t) => {
  const { handled, append, message } = given();
  append(eventAt(1, 'plan-pln_1'), eventAt(2, 'job-job_1', 'TaskRendered'));
  t.deepEqual(handled, []);
  await message(eventAt(3));
  t.deepEqual(handled, [3]);
});

const LEFT: Readonly<Record<string, () => Promise<Handled | void>>> = {
  'one that fails': async () => Promise.reject(new Fault('unavailable', 'the log is away')),
  'one whose turn has not come': async () => Promise.resolve({ kind: 'park', retryAfterMs: 1 }),
};

for (const [name, first] of Object.entries(LEFT)) {
  test(`${name} is left to its message`, async (t) => {
    const outcomes = [first, async () => Promise.resolve()];
    const { handled, append, message } = given(async () => outcomes.shift()?.());
    append(eventAt(1));
    t.is(await message(eventAt(1)), LED);
    t.deepEqual(handled, [1, 1]);
  });
}

test('a failure is logged, a stop is not', async (t) => {
  for (const [code, lines] of [
    ['unavailable', 1],
    ['cancelled', 0],
  ] as const) {
    const { append, early, warned } = given(async () => Promise.reject(new Fault(code, 'no')));
    append(eventAt(1));
    await early.stop();
    t.is(warned.length, lines, code);
  }
});

test('past the bound of those under way events wait for their messages', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { handled, append, early } = given(async () => gate.promise);
  append(...Array.from({ length: limits.earlyReactionsMax + 5 }, (_, index) => eventAt(index)));
  t.is(handled.length, limits.earlyReactionsMax);
  gate.resolve();
  await early.stop();
});

test('a stop begins nothing more, and waits for those under way', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { handled, append, early, stop } = given(async () => gate.promise);
  append(eventAt(1));
  stop.abort();
  append(eventAt(2));
  let ended = false;
  const ending = early.stop().finally(() => (ended = true));
  append(eventAt(3));
  await turn();
  t.false(ended);
  gate.resolve();
  await ending;
  t.deepEqual(handled, [1]);
});

test('a stop does not wait for ever for a reaction that hangs', async (t) => {
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => Promise.resolve(void slept.push(ms));
  const { append, early } = given(async () => new Promise(() => undefined), { ...createTimers(), sleep });
  append(eventAt(1));
  await early.stop();
  t.deepEqual(slept, [limits.shutdownGraceMs]);
});
