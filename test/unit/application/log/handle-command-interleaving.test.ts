/**
 * Two processes on one log, random commands, random faults: whatever the order, a single process could have written the
 * log; every answer was true when it was given.
 */
import test from 'ava';
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import type { Outcome, StreamState } from '../../../../src/application/log/command-handler.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import type { ExpectedRevision } from '../../../../src/kernel/position.ts';
import type { EventStore, StoredEvent } from '../../../../src/ports/event-store.ts';
import { GENESIS } from '../../../../src/schema/hash-chain.ts';
import {
  type BoxCommand,
  type BoxEvent,
  boxEvents,
  type BoxRefusal,
  type BoxState,
  createBoxDecider,
} from '../../../support/log/box-aggregate.ts';
import { type CommandWorld, context, createCommandWorld } from '../../../support/log/command-world.ts';
import type { AppendFault } from '../../../support/log/faulty-event-store.ts';
import { createSlowToShow, type SlowToShow } from '../../../support/log/slow-to-show.ts';
import { weighted } from '../../../support/property/weighted.ts';

type Step =
  | { readonly kind: 'command'; readonly process: number; readonly stream: string; readonly command: BoxCommand }
  /** A look at the present stream, or at one with so many of its events. */
  | { readonly kind: 'look'; readonly process: number; readonly stream: string; readonly since: number | null }
  | { readonly kind: 'fault'; readonly process: number; readonly fault: AppendFault | 'reads' }
  | { readonly kind: 'land'; readonly process: number }
  | { readonly kind: 'pause'; readonly turns: number };

const box = createBoxDecider({ capacity: 3, snapshots: true });
const process = fc.nat({ max: 1 });
const ball = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const command: fc.Arbitrary<BoxCommand> = fc.oneof(
  weighted(6, { type: 'Put', ball }),
  weighted(4, { type: 'Take', ball }),
  { weight: 1, arbitrary: fc.constant({ type: 'Count' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'Stumble' as const }) },
);
const stream = fc.constantFrom('box-1', 'box-2');
const faults = fc.constantFrom('unavailable', 'lost_before', 'lost_after', 'delayed', 'broken_after', 'reads');
const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(12, {
    kind: 'command',
    process,
    stream,
    command,
  }),
  weighted(6, { kind: 'look', process, stream, since: fc.option(fc.nat()) }),
  weighted(2, { kind: 'fault', process, fault: faults }),
  weighted(1, { kind: 'land', process }),
  weighted(3, { kind: 'pause', turns: fc.nat({ max: 12 }) }),
);

type Answered = {
  readonly stream: string;
  /** None for a look. */
  readonly command: BoxCommand | undefined;
  /** Events that the answer must know of: all that the stream had when it was asked for, or what was asked for. */
  readonly before: number;
  readonly result:
    | Outcome<BoxState, BoxEvent, BoxRefusal>
    | ({ readonly kind: 'seen' } & StreamState<BoxState>)
    | { readonly kind: 'fault'; readonly code: string };
};

type Doctor = (store: EventStore) => EventStore;

const run = async (w: CommandWorld, steps: readonly Step[], doctor: Doctor, shows: SlowToShow['shows']) => {
  const [first, second] = [w.start({ doctored: doctor }), w.start({ doctored: doctor })];
  const processes = [first, second];
  const at = (index: number) => processes[index] ?? first;
  const answers: Promise<Answered>[] = [];
  const stands = async (stream: string): Promise<number> =>
    (await w.events()).filter((event) => event.stream === stream && shows(event)).length;
  const failed = (error: unknown) => ({ kind: 'fault' as const, code: isFault(error) ? error.code : 'threw' });
  const ask = async ({ stream, command, process }: Step & { kind: 'command' }): Promise<Answered> => {
    const before = await stands(stream);
    const result = await at(process).handler.handle(box, stream, command, context).catch(failed);
    return { stream, command, before, result };
  };
  const look = async ({ stream, since, process }: Step & { kind: 'look' }): Promise<Answered> => {
    const there = await stands(stream);
    const before = since === null ? there : since % (there + 1);
    const { handler } = at(process);
    const seen = since === null ? handler.read(box, stream) : handler.readSince(box, stream, revisionAt(before));
    const result = await seen.then((state) => ({ ...state, kind: 'seen' as const }), failed);
    return { stream, command: undefined, before, result };
  };
  for (const step of steps) {
    if (step.kind === 'command') answers.push(ask(step));
    else if (step.kind === 'look') answers.push(look(step));
    else if (step.kind === 'pause') for (let i = 0; i < step.turns; i += 1) await turn();
    else if (step.kind === 'land') await at(step.process).store.landLate();
    else if (step.fault === 'reads') at(step.process).store.failReads(1);
    else at(step.process).store.appendFaults.push(step.fault);
  }
  const answered = await Promise.all(answers);
  for (const { store } of processes) await store.landLate();
  return answered;
};

/** The revision of a stream of so many events. */
const revisionAt = (events: number): ExpectedRevision => (events === 0 ? 'none' : events - 1);

/** The states of a stream after each of its events; throws where an event could not have been decided. */
const statesOf = (w: CommandWorld, events: readonly StoredEvent[]): BoxState[] => {
  let hash = GENESIS;
  const states: BoxState[] = [box.initial];
  for (const [index, stored] of events.entries()) {
    hash = w.codec.verify(hash, stored);
    const before = states[index] ?? box.initial;
    const event = w.codec.decode(stored) as unknown as BoxEvent & { revision: number };
    if (event.revision !== index) throw new Error(`revision ${event.revision} at ${index}`);
    if (event.type === 'BallPut') {
      const { ball, held } = event.data;
      if (before.balls.includes(ball) || before.balls.length >= 3 || held !== before.balls.length + 1) {
        throw new Error(`${ball} could not be put at revision ${index}`);
      }
    }
    if (event.type === 'BallTaken' && !before.balls.includes(event.data.ball)) throw new Error('taken from nowhere');
    states.push(box.evolve(before, event));
  }
  return states;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The untruth of one answer. */
const untrue = (
  { result, before, command }: Answered,
  states: readonly BoxState[],
  own: readonly StoredEvent[],
): string[] => {
  if (result.kind === 'fault') {
    const expected = command?.type === 'Stumble' ? ['threw', 'unavailable'] : ['unavailable', 'ambiguous'];
    return expected.includes(result.code) ? [] : [`fault ${result.code}`];
  }
  const events = result.revision === 'none' ? 0 : result.revision + 1;
  const found: string[] = [];
  if (result.position < (own[events - 1]?.position ?? '')) found.push(`${result.kind} from before its last event`);
  if (events < before) found.push(`${result.kind} on ${events} of ${before} events`);
  if (!same(result.state, states[events])) found.push(`a state that never was, at ${events}`);
  if (result.kind !== 'accepted') return found;
  for (const { id, revision } of result.events) {
    if (own[revision]?.id !== id) found.push(`event ${id} is not at ${revision}`);
    if (own.filter((one) => one.id === id).length !== 1) found.push(`event ${id} is not there once`);
  }
  return found;
};

/** Everything that is wrong after a run; nothing, if the handler keeps its promises. */
const violations = async (steps: readonly Step[], doctor: Doctor, turns: number): Promise<string[]> => {
  const { over, shows } = createSlowToShow(turns);
  const w = createCommandWorld(null, boxEvents);
  const found: string[] = [];
  try {
    const answered = await run(w, steps, (store) => doctor(over(store)), shows);
    const events = await w.events();
    for (const stream of ['box-1', 'box-2']) {
      const own = events.filter((event) => event.stream === stream);
      const states = statesOf(w, own);
      const mine = answered.filter((one) => one.stream === stream);
      found.push(...mine.flatMap((one) => untrue(one, states, own)));
      const accepted = mine.flatMap(({ result }) => (result.kind === 'accepted' ? result.events : []));
      const unknown = mine.filter(({ result }) => result.kind === 'fault' && result.code === 'ambiguous');
      if (own.length - accepted.length > unknown.length) found.push('an event that nobody asked for');
      const fresh = await w.start().handler.read(box, stream);
      if (!same(fresh.state, states.at(-1))) found.push('a fresh fold that differs');
    }
  } catch (error) {
    found.push(String(error));
  }
  await w.close();
  return found;
};

/** `turns`: until a store shows what it has taken. */
const law = (turns: number, doctor: Doctor = (store) => store) =>
  fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'medium' }), async (steps) => {
    const found = await violations(steps, doctor, turns);
    if (found.length > 0) throw new Error(found.join('; '));
  });

for (const turns of [0, 3, 12]) {
  test(`any interleaving of two processes is a sequence, and every answer is true (${turns} turns)`, async (t) => {
    await t.notThrowsAsync(fc.assert(law(turns), { numRuns: 150 }));
  });
}

const sabotages: Readonly<Record<string, (store: EventStore) => EventStore>> = {
  'a head that is remembered': (store) => {
    const heads = new Map<string, ReturnType<EventStore['head']>>();
    return {
      ...store,
      head: async (stream) => {
        if (!heads.has(stream)) heads.set(stream, store.head(stream));
        return heads.get(stream);
      },
    };
  },
  'a stream that is read without its end': (store) => ({
    ...store,
    readStream: async function* (stream, options) {
      let last: StoredEvent | undefined;
      for await (const event of store.readStream(stream, options)) {
        if (last !== undefined) yield last;
        last = event;
      }
    },
  }),
  'an append at any revision': (store) => ({
    ...store,
    append: async (stream, expected, events) => {
      const head = await store.head(stream);
      await store.append(stream, head?.revision ?? 'none', events);
      return { revision: (expected === 'none' ? -1 : expected) + events.length, position: 'somewhere' };
    },
  }),
  'an answer before the write': (store) => ({
    ...store,
    append: async (stream, expected, events) => {
      store.append(stream, expected, events).catch(() => undefined);
      return { revision: (expected === 'none' ? -1 : expected) + events.length, position: 'somewhere' };
    },
  }),
};

for (const [name, doctor] of Object.entries(sabotages)) {
  test(`sabotage: ${name} is found`, async (t) => {
    t.true((await fc.check(law(0, doctor), { numRuns: 300, endOnFailure: true })).failed);
  });
}
