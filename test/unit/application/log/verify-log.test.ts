/** The log shows what was done to it (I17): each way of damaging it is found, and named by its first bad event. */
import test from 'ava';
import fc from 'fast-check';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { createChainCheck, type ReplayDeps } from '../../../../src/application/log/check-chain.ts';
import {
  createLogVerifier,
  refuseIfBehind,
  VERIFIED,
  verifyLog,
  witnessesOf,
} from '../../../../src/application/log/verify-log.ts';
import type { Fault } from '../../../../src/kernel/faults.ts';
import type { ReadOptions, StoredEvent } from '../../../../src/ports/event-store.ts';
import { ballPut } from '../../../support/log/box-aggregate.ts';
import { boxes } from '../../../support/read-models/box-projections.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createProjectionWorld, type ProjectionWorld } from '../../../support/read-models/projection-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const STREAMS = ['box-1', 'box-2', 'box-3'];

const filled = async (t: Scope, count = 20): Promise<{ world: ProjectionWorld; events: readonly StoredEvent[] }> => {
  const world = createProjectionWorld(t);
  for (let i = 0; i < count; i += 1) {
    await world.append(STREAMS[(i * 7) % 3] ?? '', ballPut({ ball: `ball ${i}`, held: i, note: '' }));
  }
  return { world, events: await world.events() };
};

/** A log that is exactly these events. */
const logOf = (events: readonly StoredEvent[], { codec }: Pick<ProjectionWorld, 'codec'>): ReplayDeps => ({
  codec,
  eventStore: {
    readStream: async function* (stream: string, { from = 0, limit = Infinity }: ReadOptions = {}) {
      const found = events.filter((event) => event.stream === stream && event.revision >= from);
      yield* found.toSorted((a, b) => a.revision - b.revision).slice(0, limit);
    },
  },
  feed: {
    read: async function* (position) {
      const after = events.filter((event) => event.position > position);
      for (let i = 0; i < after.length; i += 4) {
        const batch = after.slice(i, i + 4);
        yield { events: batch, through: batch.at(-1)?.position ?? position };
      }
    },
  },
});

const withHead = (deps: ReplayDeps) => ({ ...deps, feed: { ...deps.feed, head: async () => '' } });

/** The result of a check of the whole log: the fault's reason, stream and revision, or `whole`. */
const verdict = async (deps: ReplayDeps, streamsMax?: number): Promise<string> => {
  const check = createChainCheck(deps, streamsMax);
  try {
    for await (const { events } of deps.feed.read('')) for (const event of events) await check(event);
    return 'whole';
  } catch (error) {
    const { code, detail } = error as Fault;
    return `${code} ${String(detail['reason'])} ${String(detail['stream'])} ${String(detail['revision'])}`;
  }
};

const flipped = (event: StoredEvent): StoredEvent => ({ ...event, data: event.data.replace('ball ', 'bell ') });

test('a whole log is found whole, however few streams are remembered', async (t) => {
  const { world, events } = await filled(t);
  for (const streamsMax of [1, 2, 4, 100]) t.is(await verdict(logOf(events, world), streamsMax), 'whole');
  t.like(await verifyLog(withHead(logOf(events, world))), { events: 20, position: events.at(-1)?.position ?? '' });
});

for (const streamsMax of [1, 100]) {
  test(`damage is named by its first bad event (remembering ${streamsMax})`, async (t) => {
    const { world, events } = await filled(t);
    const own = (revision: number, stream = 'box-2'): StoredEvent => {
      const found = events.find((event) => event.stream === stream && event.revision === revision);
      if (found === undefined) throw new Error('there is no such event');
      return found;
    };
    const [second, third, fourth] = [own(1), own(2), own(3)];
    const replaced = (...changes: (readonly [StoredEvent, StoredEvent | undefined])[]) =>
      events.flatMap((event) => {
        const change = changes.find(([from]) => from === event);
        return change === undefined ? [event] : change[1] === undefined ? [] : [change[1]];
      });
    const at = (event: StoredEvent, from: StoredEvent): StoredEvent => ({ ...event, position: from.position });
    const damages: readonly (readonly [string, readonly StoredEvent[], string])[] = [
      ['a flipped byte', replaced([second, flipped(second)]), 'corrupt changed box-2 1'],
      [
        'another time',
        replaced([second, { ...second, metadata: second.metadata.replace('2026', '2025') }]),
        'corrupt changed box-2 1',
      ],
      ['a dropped event', replaced([second, undefined]), 'corrupt missing box-2 2'],
      ['a dropped first event', replaced([own(0), undefined]), 'corrupt missing box-2 1'],
      ['two dropped events', replaced([second, undefined], [third, undefined]), 'corrupt missing box-2 3'],
      [
        'two swapped rows',
        replaced([second, at(third, second)], [third, at(second, third)]),
        'corrupt out_of_order box-2 2',
      ],
      [
        'two swapped contents',
        replaced(
          [second, { ...third, revision: 1, position: second.position }],
          [third, { ...second, revision: 2, position: third.position }],
        ),
        'corrupt changed box-2 1',
      ],
      [
        'an event of another stream',
        replaced([second, { ...own(1, 'box-3'), stream: 'box-2', position: second.position }]),
        'corrupt changed box-2 1',
      ],
      ['a later start', replaced([own(0), undefined], [second, { ...second, revision: 0 }]), 'corrupt changed box-2 0'],
      ['damage further on', replaced([fourth, flipped(fourth)]), 'corrupt changed box-2 3'],
    ];
    for (const [name, damaged, expected] of damages) {
      t.is(await verdict(logOf(damaged, world), streamsMax), expected, name);
    }
  });
}

test('property: no single change of a stored text goes unnoticed', async (t) => {
  const { world, events } = await filled(t, 9);
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 8 }),
      fc.constantFrom('data', 'metadata', 'id', 'type'),
      fc.nat(),
      fc.integer({ min: 1, max: 0xffff }),
      async (index, member, place, mask) => {
        const event = events[index] as StoredEvent;
        const text = event[member];
        const where = place % text.length;
        const changed =
          text.slice(0, where) + String.fromCharCode(text.charCodeAt(where) ^ mask) + text.slice(where + 1);
        const damaged = events.map((one) => (one === event ? { ...event, [member]: changed } : one));
        t.is(await verdict(logOf(damaged, world)), `corrupt changed ${event.stream} ${event.revision}`);
      },
    ),
  );
});

test('sabotage: a check that trusts what events claim of themselves sees nothing', async (t) => {
  const { world, events } = await filled(t);
  const trusting = { ...world.codec, verify: (_hash: string, event: StoredEvent) => event.metadata.slice(10, 74) };
  const damaged = events.map((event, index) => (index === 4 ? flipped(event) : event));
  t.is(await verdict(logOf(damaged, { codec: trusting })), 'whole');
  t.not(await verdict(logOf(damaged, world)), 'whole');
});

const verifierOf = (world: ProjectionWorld, deps: ReplayDeps, witnesses: readonly string[] = [VERIFIED]) =>
  createLogVerifier({
    ...deps,
    witnesses: async () => witnesses,
    feed: { ...world.feed, ...deps.feed },
    documents: world.documents,
    timers: { ...createTimers(), sleep: async (_ms, signal) => createTimers().sleep(1, signal) },
  });

test('a start checks what is new since the last time; what is old is checked as a whole', async (t) => {
  const { world, events } = await filled(t);
  const sound = verifierOf(world, logOf(events, world));
  t.like(await sound.verifyNew(), { events: 20, complete: true });
  t.is((await world.documents.checkpoint(VERIFIED))?.position, events.at(-1)?.position);
  t.like(await sound.verifyNew(), { events: 0 });

  await world.append('box-1', ballPut({ ball: 'new', held: 1, note: '' }));
  const more = await world.events();
  const old = verifierOf(
    world,
    logOf(
      more.map((event, index) => (index === 3 ? flipped(event) : event)),
      world,
    ),
  );
  t.like(await old.verifyNew(), { events: 1, complete: true }, 'the damage is old');
  await t.throwsAsync(old.verifyWhole(), { code: 'corrupt' });

  await world.append('box-1', ballPut({ ball: 'ball newer', held: 1, note: '' }));
  const newest = await world.events();
  const fresh = verifierOf(
    world,
    logOf(
      newest.map((event, index) => (index === 21 ? flipped(event) : event)),
      world,
    ),
  );
  const fault = await t.throwsAsync(fresh.verifyNew(), { code: 'corrupt' });
  t.like(fault, { detail: { reason: 'changed', stream: 'box-1', position: newest[21]?.position } });
});

test('in the background the mark moves on with the log, until it is told to stop', async (t) => {
  const { world, events } = await filled(t);
  const stop = new AbortController();
  const verifier = verifierOf(world, { ...world, eventStore: logOf(events, world).eventStore });
  const resting = verifier.keepVerifying(stop.signal);
  const last = await world.append('box-9', ballPut({ ball: 'x', held: 1, note: '' }));
  await eventually('marked', async () => (await world.documents.checkpoint(VERIFIED))?.position === last);
  stop.abort();
  await resting;
  t.pass();
});

test('in the background an end that is gone is found, and a leader behind for a while is none', async (t) => {
  const { world, events } = await filled(t);
  const { eventStore } = logOf(events, world);
  const seen = await world.feed.head();
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const heads: string[] = [];
  const head = async (): Promise<string> => heads.shift() ?? world.feed.head();
  const feed = { ...world.feed, head };
  const resting = verifierOf(world, { ...world, eventStore, feed }).keepVerifying(stop.signal);
  await eventually('marked', async () => (await world.documents.checkpoint(VERIFIED))?.position === seen);
  heads.push('');
  await eventually('looked again', () => heads.length === 0);
  heads.push(seen, '', '');
  await eventually('looked again', () => heads.length === 0);
  await t.throwsAsync(resting, {
    code: 'corrupt',
    message: /^the log ends at its start, but log-verified has seen it/,
  });
});

test('in the background an end that is gone is found by a read model, before the log has a mark', async (t) => {
  const { world, events } = await filled(t);
  const runner = await world.run([boxes]);
  t.true(await runner.readModels.waitFor(events.at(-1)?.position ?? '', 9_999));
  const witnesses = await witnessesOf(world.documents, [boxes]);
  const emptied = withHead(logOf([], world));
  await t.throwsAsync(verifierOf(world, emptied, witnesses).keepVerifying(AbortSignal.timeout(9_999)), {
    code: 'corrupt',
    message: /^the log ends at its start, but projection:boxes@1 has seen it/,
  });
  t.is(await world.documents.checkpoint(VERIFIED), undefined);
});

test('a log that ends before what a witness has seen is refused', async (t) => {
  const { world, events } = await filled(t);
  const runner = await world.run([boxes]);
  const [beforeLast, last] = [events.at(-2)?.position ?? '', events.at(-1)?.position ?? ''];
  t.true(await runner.readModels.waitFor(last, 9_999));
  const witnesses = await witnessesOf(world.documents, [boxes]);
  t.deepEqual(witnesses, ['log-verified', 'projection:boxes@1']);
  const { documents } = world;
  await t.notThrowsAsync(refuseIfBehind({ feed: world.feed, documents }, witnesses));
  const truncated = { head: async () => beforeLast };
  const fault = await t.throwsAsync(refuseIfBehind({ feed: truncated, documents }, witnesses), { code: 'corrupt' });
  t.like(fault, { detail: { reason: 'log_behind', witness: 'projection:boxes@1', seen: last, head: beforeLast } });
  await t.throwsAsync(refuseIfBehind({ feed: { head: async () => '' }, documents }, witnesses), {
    message: /^the log ends at its start, but projection:boxes@1 has seen it at /,
  });
});
