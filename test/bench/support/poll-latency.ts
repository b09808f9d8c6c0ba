/** How long polls take while the service has work to do, against idle, in turns. */
import { setTimeout as rest } from 'node:timers/promises';
import { type Connection, openConnection, type Origin } from './http-load.ts';
import { median, quantile, type Result, type Settings } from './measure.ts';

const POLLERS = 8;
/** Each poller rests so long between two polls: far below what the service could answer, as real pollers are. */
const REST_MS = 20;
const P99 = 0.99;

/** The p99 of polls while `work` goes on, as a ratio against those without it. The first work does not count. */
export const busyAgainstIdle = async (
  origin: Origin,
  request: Buffer,
  work: () => Promise<unknown>,
  { quick, tell }: Settings,
): Promise<Pick<Result, 'value' | 'unit' | 'figures'>> => {
  const windows = quick ? 1 : 5;
  const pollers = await Promise.all(Array.from({ length: POLLERS }, async () => openConnection(origin)));
  const latencies = async (during: Promise<unknown>): Promise<readonly number[]> => {
    let over = false;
    const ended = during.finally(() => (over = true));
    const taken = await Promise.all(pollers.map(async (poller) => poll(poller, request, () => over)));
    await ended;
    return taken.flat();
  };

  await latencies(work());
  const idles: Latency[] = [];
  const busies: Latency[] = [];
  for (let window = 0; window < windows; window += 1) {
    tell(`window ${window + 1} of ${windows}`);
    idles.push(latencyOf(await latencies(rest(quick ? 1_000 : 4_000))));
    busies.push(latencyOf(await latencies(work())));
  }
  for (const connection of pollers) connection.close();
  return {
    value: median(busies.map(({ p99 }, window) => p99 / (idles[window]?.p99 ?? NaN))),
    unit: 'x',
    figures: {
      'p99 ms': median(busies.map(({ p99 }) => p99)),
      'idle p99 ms': median(idles.map(({ p99 }) => p99)),
      'median ms': median(busies.map((busy) => busy.median)),
      'idle median ms': median(idles.map((idle) => idle.median)),
    },
  };
};

type Latency = { readonly p99: number; readonly median: number };

const latencyOf = (taken: readonly number[]): Latency => ({ p99: quantile(taken, P99), median: median(taken) });

const poll = async (poller: Connection, request: Buffer, isOver: () => boolean): Promise<number[]> => {
  const taken: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    const { status } = await poller.ask(request);
    if (status !== 200) throw new Error(`a poll was answered ${status}`);
    taken.push(performance.now() - start);
    await rest(REST_MS);
  }
  return taken;
};
