/** How the end of the log is read on: how often, and when the server is asked to tell of the next event. */
import test from 'ava';
import type { NextPage } from '../../../../src/adapters/eventstoredb/all-pages.ts';
import type { LogEvent } from '../../../../src/adapters/eventstoredb/server/calls.ts';
import { keepReading, type ReadingDeps } from '../../../../src/adapters/eventstoredb/keep-reading.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { newEvent } from '../../../contract/samples.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

const eventAt = (n: number): LogEvent => ({ ...newEvent({}), stream: 'box-1', revision: n, seq: String(n) });

type Bell = 'rings' | 'dropped' | 'ended';

/**
 * Reads on beside a server that has these events for its pages, and whose bells do that; it stops when there are no
 * more bells. Tells what was done, in order: a page and the events in it, a sleep, a bell.
 */
const readOn = async (pages: readonly (readonly [count: number, isFull: boolean])[], bells: readonly Bell[]) => {
  const done: string[] = [];
  const over = new AbortController();
  let last = 0;
  let [page, bell] = [0, 0];
  const more = (count: number): readonly LogEvent[] =>
    Array.from({ length: count }, (_, index) => eventAt(last + 1 + index));
  const next = async (): Promise<NextPage> => {
    const [count, isFull] = pages[page] ?? [0, false];
    page += 1;
    done.push(`page of ${count}`);
    return Promise.resolve({ events: more(count), isFull });
  };
  const ring = async (): Promise<LogEvent | undefined> => {
    const what = bells[bell];
    bell += 1;
    done.push(`bell ${what ?? 'at last'}`);
    if (what === undefined) over.abort();
    if (what === 'dropped') throw new Error('too slow');
    return Promise.resolve(what === 'rings' ? more(1)[0] : undefined);
  };
  const timers: ReadingDeps['timers'] = {
    sleep: async (ms) => {
      done.push(`${ms} ms`);
      return Promise.resolve();
    },
    nextTurn: async () => Promise.resolve(),
  };
  const never = async (): Promise<never> => Promise.reject(new Error('not asked for here'));
  await keepReading(
    {
      calls: { next: ring },
      pages: { next, after: never, last: never, lastOfOurs: never },
      timers,
      background: createFakeClock().timers,
      logger: silentLogger,
    },
    {
      last: () => String(last),
      take: (events) => {
        last += events.length;
        return events.length;
      },
      signal: over.signal,
    },
  );
  return { done, taken: last };
};

const pause = `${limits.feedPageEveryMs} ms`;
const quiet = (times: number): string[] => Array.from({ length: times }, () => ['page of 0', pause]).flat();

test('pages come some milliseconds apart, or at once where there is more; then a bell is asked for', async (t) => {
  const { done, taken } = await readOn(
    [
      [500, true],
      [20, false],
      [0, false],
      [3, false],
    ],
    ['rings'],
  );
  t.deepEqual(done, [
    'page of 500',
    'page of 20',
    pause,
    ...quiet(1),
    'page of 3',
    pause,
    ...quiet(limits.feedQuietPages),
    'bell rings',
    ...quiet(limits.feedQuietPages),
    'bell at last',
  ]);
  t.is(taken, 500 + 20 + 3 + 1);
});

test('a bell that is dropped again and again is asked for less and less, until one rings', async (t) => {
  const { done } = await readOn([], [...Array<Bell>(9).fill('dropped'), 'ended', 'rings', 'dropped']);
  const pagesBetween = done
    .join(' ')
    .split(/bell [a-z ]+?(?= page|$)/)
    .map((words) => words.match(/page/g)?.length ?? 0);
  const few = limits.feedQuietPages;
  const growing = Array.from({ length: 11 }, (_, times) => Math.min(few * 2 ** times, limits.feedQuietPagesMax));
  t.deepEqual(pagesBetween.slice(0, 13), [...growing, few, 2 * few]);
  t.is(growing.at(-1), limits.feedQuietPagesMax);
});
