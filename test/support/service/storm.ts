/** Two services on one data folder, and what befalls them: kills, stops past every lease, restarts, as a seed says. */
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { EngineCall } from '../engines/quick-makers.ts';
import type { Random } from '../kernel/seeded-random.ts';
import { type ServiceProcess, startProcess } from '../process/service-process.ts';

/** Its arguments: the file of its calls, and how long each of them takes. */
export const CHILD = join(import.meta.dirname, '../process/service-child.ts');

export type Pair = {
  readonly addresses: () => readonly string[];
  /** Troubles now one, now the other until the signal aborts, and at least once in each way; then both run. */
  readonly trouble: (random: Random, signal: AbortSignal) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly calls: () => readonly ChildCall[];
  /** How often each kind of trouble came. */
  readonly troubles: Readonly<Record<Trouble, number>>;
};

export type Trouble = 'killed' | 'stopped' | 'paused';

/** As often as they are worth. */
const TROUBLES: readonly Trouble[] = ['killed', 'killed', 'killed', 'stopped', 'paused', 'paused'];

/** In leases; the longest is also longer than the silence after which the other takes its messages over. */
const PAUSES = [0.5, 2, 2, 15];

export type PairOptions = { readonly dataDir: string; readonly leaseMs: number; readonly callMs: number };

export const startPair = async (t: ExecutionContext, { dataDir, leaseMs, callMs }: PairOptions): Promise<Pair> => {
  const callsFile = `${dataDir}-calls.jsonl`;
  const args = [callsFile, String(callMs)];
  const start = async (): Promise<ServiceProcess> =>
    startProcess(t, { dataDir, script: CHILD, args, env: { LEASE_MS: String(leaseMs) } });
  const pair = [await start(), await start()];
  const troubles = { killed: 0, stopped: 0, paused: 0 };

  const act: Readonly<Record<Trouble, (victim: ServiceProcess, random: Random) => Promise<void>>> = {
    killed: async (victim) => victim.kill(),
    stopped: async (victim) => {
      const code = await victim.stop();
      if (code !== 0) throw new Error(`it stopped with ${code}: ${victim.output()}`);
    },
    // From a moment to far past the lease, and past the time after which the other takes its messages over.
    paused: async (victim, random) => {
      victim.signal('SIGSTOP');
      await wait(random.oneOf(PAUSES) * leaseMs);
      victim.signal('SIGCONT');
    },
  };

  const troubleOnce = async (kind: Trouble, random: Random): Promise<void> => {
    const index = random.between(0, 1);
    const victim = pair[index];
    if (victim === undefined) return;
    if (!victim.isRunning()) throw new Error(`it ended by itself: ${victim.output()}`);
    await act[kind](victim, random);
    troubles[kind] += 1;
    if (!victim.isRunning()) pair[index] = await start();
  };

  return {
    addresses: () => pair.filter(({ isRunning }) => isRunning()).map(({ baseUrl }) => baseUrl),
    trouble: async (random, signal) => {
      const first: Trouble[] = ['killed', 'paused', 'stopped'];
      while (!signal.aborted || first.length > 0) {
        await wait(random.between(100, 800));
        await troubleOnce(first.shift() ?? random.oneOf(TROUBLES), random);
      }
    },
    stop: async () => {
      await Promise.all(pair.map(async ({ stop }) => stop()));
    },
    calls: () => callsIn(callsFile),
    troubles,
  };
};

export type ChildCall = Pick<EngineCall, 'attemptKey' | 'result'> & { readonly pid: number };

export const callsIn = (file: string): readonly ChildCall[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ChildCall]))
    : [];
