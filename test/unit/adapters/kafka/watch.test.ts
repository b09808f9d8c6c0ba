/** A consumer that hears nothing is found; one that has nothing to hear is left alone. */
import test from 'ava';
import { createWatch, type Watch } from '../../../../src/adapters/kafka/watch.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

type Life = {
  readonly isFull?: boolean;
  readonly behind: () => Promise<boolean>;
  readonly live: (watch: Watch) => void;
};

/** Lives for two minutes, a second at a time; whether the watch has found it silent. */
const isFound = async ({ isFull = false, behind, live }: Life): Promise<boolean> => {
  const fake = createFakeClock();
  const watch = createWatch(fake.clock);
  const over = new AbortController();
  let found = false;
  const finding = watch
    .silence(fake.timers, over.signal, () => isFull, behind)
    .then((reason) => {
      found = isFault(reason, 'unavailable');
    });
  for (let second = 0; second < 120; second += 1) {
    await fake.advance(1_000);
    live(watch);
  }
  over.abort();
  // It never ends when it finds nothing.
  await Promise.race([finding, fake.timers.nextTurn()]);
  return found;
};

const yes = async (): Promise<boolean> => true;
const no = async (): Promise<boolean> => false;

test('a member that the group does not hear of is silent', async (t) => {
  t.true(await isFound({ behind: no, live: (watch) => watch.taken() }));
});

test('a member that gets nothing although something waits is silent', async (t) => {
  t.true(await isFound({ behind: yes, live: (watch) => watch.beat() }));
});

test('a member that gets what waits, has no room for it, or for which nothing waits, is not', async (t) => {
  const takes = (watch: Watch): void => {
    watch.beat();
    watch.taken();
  };
  const beats = (watch: Watch): void => watch.beat();
  t.false(await isFound({ behind: yes, live: takes }));
  t.false(await isFound({ behind: yes, isFull: true, live: beats }));
  t.false(await isFound({ behind: no, live: beats }));
});

test('a server that does not answer makes no consumer silent', async (t) => {
  const asked: number[] = [];
  const down = async (): Promise<never> => {
    asked.push(1);
    throw new Error('down');
  };
  t.false(await isFound({ behind: down, live: (watch) => watch.beat() }));
  t.true(asked.length >= 1 && asked.length <= 120_000 / limits.kafkaWatchEveryMs);
});
