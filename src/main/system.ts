/** The impure basics, made once per process. */
import { createMetrics } from '../adapters/metrics/metrics.ts';
import { createLogger } from '../adapters/pino/logger.ts';
import { createClock } from '../adapters/system/clock.ts';
import { createIds } from '../adapters/system/ids.ts';
import { createTimers } from '../adapters/system/timers.ts';
import { createTurns } from '../adapters/system/turns.ts';
import type { Config } from './config.ts';

export const createSystem = ({ logLevel }: Pick<Config, 'logLevel'>) => {
  const clock = createClock();
  const timers = createTimers();
  return {
    clock,
    ids: createIds(),
    timers,
    turns: createTurns({ clock, timers }),
    /** Of read models: requests wait for these, and they for no long fold. */
    readModelTurns: createTurns({ clock, timers }),
    /** Sleeps that do not keep the process alive. */
    background: createTimers({ background: true }),
    logger: createLogger({ clock, level: logLevel, destination: 'stderr' }),
    metrics: createMetrics(),
  };
};

export type System = ReturnType<typeof createSystem>;
