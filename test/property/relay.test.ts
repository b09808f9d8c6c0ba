/**
 * Two relays on the same topics, in any interleaving, with faults, deaths and new starts. A reader that drops
 * duplicates by the sequence of its partition sees each event once. It sees them in the order of its stream (I16).
 */
import { setImmediate as immediate } from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import type { Relay } from '../../src/application/relay/run-relay.ts';
import type { EventPublisher } from '../../src/ports/event-publisher.ts';
import { type MemoryPublisher, topicFlaws } from '../support/messaging/memory-publisher.ts';
import { createRelayWorld } from '../support/messaging/relay-world.ts';
import { weighted } from '../support/property/weighted.ts';

type Step =
  | { readonly kind: 'append'; readonly streams: readonly string[] }
  | { readonly kind: 'fail'; readonly relay: 0 | 1; readonly fault: 'before' | 'midway' | 'after' }
  | { readonly kind: 'die'; readonly relay: 0 | 1 }
  | { readonly kind: 'rest'; readonly turns: number };

type Run = { readonly steps: readonly Step[]; readonly paces: readonly (readonly number[])[] };

const stream = fc.constantFrom('job-1', 'job-2', 'job-4', 'ledger-1', 'plan-3');
const relay = fc.constantFrom<0 | 1>(0, 1);
const append = fc.record({ kind: fc.constant('append' as const), streams: fc.array(stream, { minLength: 1 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: append, weight: 3 },
  weighted(1, { kind: 'fail', relay, fault: fc.constantFrom('before', 'midway', 'after') }),
  weighted(1, { kind: 'die', relay }),
  weighted(3, { kind: 'rest', turns: fc.nat(12) }),
);
/** How many turns of the event loop each relay lets pass between two records, over and over. */
const pace = fc.array(fc.nat(3), { minLength: 1, maxLength: 7 });
const runs: fc.Arbitrary<Run> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  paces: fc.tuple(pace, pace),
});

type Doctor = (publisher: MemoryPublisher) => EventPublisher;

const flawsOf = async ({ steps, paces }: Run, doctor: Doctor): Promise<readonly string[]> => {
  const world = createRelayWorld();
  const start = (index: number): { readonly publisher: MemoryPublisher; readonly relay: Relay } => {
    const turns = paces[index] ?? [0];
    let at = 0;
    const publisher = world.topics.open(async () => {
      at += 1;
      for (let left = turns[at % turns.length] ?? 0; left > 0; left -= 1) await immediate();
    });
    return { publisher, relay: world.run(doctor(publisher)) };
  };
  let both = [start(0), start(1)];
  try {
    for (const one of steps) {
      if (one.kind === 'append') await world.append(one.streams);
      else if (one.kind === 'fail') both[one.relay]?.publisher.fail(one.fault);
      else if (one.kind === 'die') {
        both[one.relay]?.publisher.kill();
        both = both.map((each, index) => (index === one.relay ? start(index) : each));
      } else for (let left = one.turns; left > 0; left -= 1) await immediate();
    }
    for (const { relay } of both) await world.caughtUp(relay);
    return topicFlaws(world.topics, await world.events());
  } finally {
    await world.close();
  }
};

const law = (doctor: Doctor): fc.IAsyncProperty<[Run]> =>
  fc.asyncProperty(runs, async (run) => {
    const flaws = await flawsOf(run, doctor);
    if (flaws.length > 0) throw new Error(flaws.join('\n'));
  });

const settings = (numRuns: number): fc.Parameters<[Run]> => ({
  seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_101),
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? numRuns),
});

test('two relays at once, and deaths between any two records, do no harm', async (t) => {
  await fc.assert(
    law((publisher) => publisher),
    settings(60),
  );
  t.pass();
});

/** Relays broken by a part between them and the topics. */
const sabotages: Readonly<Record<string, Doctor>> = {
  'saves its mark before it publishes': (publisher) => ({
    ...publisher,
    publish: async (events) => {
      await publisher.saveMark({
        position: events.at(-1)?.position ?? '',
        endOffsets: await publisher.endOffsets(),
      });
      return publisher.publish(events);
    },
  }),
  'says that it has published what failed midway': (publisher) => ({
    ...publisher,
    publish: async (events) => publisher.publish(events).catch(() => []),
  }),
  'publishes backwards': (publisher) => ({
    ...publisher,
    publish: async (events) => publisher.publish(events.toReversed()),
  }),
};

for (const [name, doctor] of Object.entries(sabotages)) {
  test(`sabotage: a relay that ${name} is found`, async (t) => {
    const { failed } = await fc.check(law(doctor), { ...settings(200), endOnFailure: true });
    t.true(failed);
  });
}
