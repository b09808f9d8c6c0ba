/** Log lines: one JSON object each, through pino. `clean.ts` decides their content. */
import { writeSync } from 'node:fs';
import { type Logger as Pino, pino } from 'pino';
import { hasCode } from '../../kernel/disk-fault.ts';
import type { Clock, LogFields, Logger } from '../../ports/basics.ts';
import { cleanFields, cleanText } from './clean.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type LoggerOptions = {
  readonly clock: Pick<Clock, 'now'>;
  readonly level: LogLevel;
  /** Service and tools log to stderr: stdout is for results. Tests pass their own. */
  readonly destination: 'stdout' | 'stderr' | { write(line: string): void };
};

/**
 * The end of log lines: a stream of the process, whose reader may die and whose disk may fill.
 * Lines are written before the call returns, so the last words of a process that stops itself are not lost.
 * Members: `level`, `time` (RFC 3339 UTC), the fields, `msg`. A field of such a name is written with `_` behind it.
 */
export const createLogger = ({ clock, level, destination: to }: LoggerOptions): Logger =>
  wrap(
    pino(
      {
        level,
        base: null,
        timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
        // Errors come here as clean members; pino's own serializer would mix in their causes.
        serializers: { err: (value: unknown) => value },
        formatters: { level: (label) => ({ level: label }) },
      },
      streamOf(to),
    ),
  );

const streamOf = (to: LoggerOptions['destination']): { write(line: string): void } => {
  if (typeof to === 'object') return to;
  return createStandardStream(to === 'stdout' ? 1 : 2);
};

const wrap = (inner: Pino): Logger => {
  const line =
    (level: Exclude<LogLevel, 'silent'>) =>
    (fields: LogFields, message: string): void => {
      // Cleaning costs more than a line that is not written should.
      if (inner.isLevelEnabled(level)) inner[level](withoutOwnNames(cleanFields(fields)), cleanText(message));
    };
  return Object.freeze({
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
  });
};

/** pino writes its own members first; a second one of the same name would win with most readers. */
const OWN_NAMES = ['level', 'time', 'msg'] as const;

const withoutOwnNames = (fields: Record<string, unknown>): Record<string, unknown> => {
  for (const name of OWN_NAMES) {
    if (!Object.hasOwn(fields, name)) continue;
    fields[`${name}_`] = fields[name];
    delete fields[name];
  }
  return fields;
};

/** A reader that is late is asked again so often. */
const BUSY_MS = 100;

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * The end of log lines: a stream of the process, whose reader may die and whose disk may fill.
 * Lines are written before the call returns. A line that cannot be written is lost, because its work is worth more: the
 * service goes on without a reader or without space. The first line after a piece of a line begins anew.
 */
const createStandardStream = (fd: 1 | 2): { write(line: string): void } => {
  let torn = false;
  return {
    write: (line) => {
      let rest = Buffer.from(torn ? `\n${line}` : line);
      const whole = rest.byteLength;
      while (rest.byteLength > 0) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          if (!hasCode(error, 'EAGAIN', 'EBUSY')) break;
          sleep(BUSY_MS);
        }
      }
      // Nothing written of this one leaves the one before as it was.
      if (rest.byteLength < whole) torn = rest.byteLength > 0;
    },
  };
};
