/** The gauges of the backlog: one that cannot be measured tells no number that was true once. */
import test, { type ExecutionContext } from 'ava';
import { createMetrics } from '../../../src/adapters/metrics/metrics.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { type Backlog, createBacklogMeasure } from '../../../src/main/backlog.ts';
import type { Core } from '../../../src/main/core.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';

type Part = 'log' | 'documents' | 'messages';
type Trouble = { readonly part: Part; readonly how: 'fails' | 'is silent' };

/** Two events, one owed step and one dead letter. `trouble` is the part that does not answer from now on. */
const givenBacklog = (t: ExecutionContext) => {
  const { clock, timers, advance } = createFakeClock();
  const metrics = createMetrics();
  let trouble: Trouble | undefined;
  const ask = async <T>(part: Part, answer: T): Promise<T> => {
    if (trouble?.part !== part) return answer;
    if (trouble.how === 'fails') throw new Fault('unavailable', 'gone');
    return new Promise(() => undefined);
  };
  const core = {
    system: { background: timers, clock, metrics },
    readModels: { position: () => '', collection: (name: string) => name },
    stores: {
      feed: {
        read: async function* () {
          yield await ask('log', { events: [1, 2] });
        },
      },
      documents: {
        query: async () => ask('documents', { documents: [{ body: { kind: 'task.dispatch' } }], next: null }),
      },
      messages: { deadLetters: async () => ask('messages', { letters: [{}], next: null }) },
    },
  } as unknown as Core; // The inputs of the measure.
  const measure = createBacklogMeasure(core);
  t.teardown(async () => advance(60_000));
  return {
    look: async (next?: Trouble): Promise<Backlog> => {
      trouble = next;
      const asked = measure();
      await advance(limits.readyPingMs);
      return asked;
    },
    gauge: async (name: string): Promise<number> => {
      const { body } = await metrics.render();
      return Number(/ (\S+)$/m.exec(body.slice(body.indexOf(`\n${name}`)))?.[1]);
    },
  };
};

const GAUGES: Readonly<Record<Part, { readonly name: string; readonly value: number }>> = {
  log: { name: 'pi_projection_lag_events{projection="job"}', value: 2 },
  documents: { name: 'pi_open_work{kind="task.dispatch"}', value: 1 },
  messages: { name: 'pi_dead_letters', value: 1 },
};

for (const part of ['log', 'documents', 'messages'] as const) {
  for (const how of ['fails', 'is silent'] as const) {
    test(`the store of the ${part} ${how}: its gauge has no number, and the others have theirs`, async (t) => {
      const { look, gauge } = givenBacklog(t);
      const told = async (): Promise<readonly number[]> =>
        Promise.all(Object.values(GAUGES).map(async ({ name }) => gauge(name)));
      const numbers = Object.values(GAUGES).map(({ value }) => value);
      t.deepEqual(await look(), { openWork: [{ kind: 'task.dispatch', due: 1 }], deadLetters: 1 });
      t.deepEqual(await told(), numbers);

      const { openWork, deadLetters } = await look({ part, how });
      const expected = Object.entries(GAUGES).map(([name, { value }]) => (name === part ? Number.NaN : value));
      t.deepEqual(await told(), expected);
      t.is(openWork === null, part === 'documents');
      t.is(deadLetters === null, part === 'messages');

      await look();
      t.deepEqual(await told(), numbers);
    });
  }
}
