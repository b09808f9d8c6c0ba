/**
 * Measures the turns of the event loop. A timer is due once in `limits.turnSampleMs`; when it is late, the turn before
 * held it up. The length of that turn is the time that the loop was active since the last look. A report is never
 * shorter than the longest turn of the look, and longer by at most one look. It also gives the thread's processor time
 * in that span: the rest was waiting, for the disk or for a processor that others had.
 *
 * A look costs 50 µs. So looks are rarer while the loop rests: `limits.turnSampleAtRestMs`. A process has one loop, so
 * all services in it are told of the same looks.
 *
 * Pauses of V8 (garbage collections, from `PerformanceObserver`) are counted apart: no change of a turn's code shortens
 * them. They are known only some turns later, so a long turn is reported after `limits.turnSettleMs`.
 */
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { limits } from '../../kernel/limits.ts';

/** In milliseconds. */
export type Told = {
  /** The longest turn of one look, less the pauses in it, and how much of it was computing. */
  readonly turn: (ms: number, computedMs: number) => void;
  readonly pause: (ms: number) => void;
};

export type TurnWatch = { readonly close: () => void };

/** A stretch of time, on the clock of `performance.now`. */
export type Span = { readonly from: number; readonly to: number };

/** How much of a span the pauses in it leave. */
export const withoutPauses = ({ from, to }: Span, pauses: readonly Span[]): number =>
  pauses.reduce((left, pause) => left - Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)), to - from);

const listeners = new Set<Told>();
let watch: TurnWatch | undefined;

export const watchTurns = (told: Told): TurnWatch => {
  listeners.add(told);
  watch ??= watchLoop({
    turn: (...turn) => {
      for (const listener of listeners) listener.turn(...turn);
    },
    pause: (ms) => {
      for (const listener of listeners) listener.pause(ms);
    },
  });
  return Object.freeze({
    close: () => {
      listeners.delete(told);
      if (listeners.size > 0) return;
      watch?.close();
      watch = undefined;
    },
  });
};

const watchLoop = (told: Told): TurnWatch => {
  let pauses: Span[] = [];
  let late: (Span & { readonly computedMs: number })[] = [];
  let everyMs: number = limits.turnSampleMs;
  let timer: NodeJS.Timeout | undefined;
  let last = performance.now();
  let busyAt = last;
  let used = performance.eventLoopUtilization();
  let computed = process.threadCpuUsage();

  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      pauses.push({ from: startTime, to: startTime + duration });
      told.pause(duration);
    }
  });
  observer.observe({ entryTypes: ['gc'] });

  /** Pauses are computed, too. */
  const tell = (ms: number, computedMs: number): void => told.turn(ms, Math.min(ms, computedMs));

  /** Turns of which all pauses are known by now. */
  const settle = (now: number): void => {
    const isSettled = ({ to }: Span): boolean => now - to >= limits.turnSettleMs;
    for (const span of late.filter(isSettled)) tell(withoutPauses(span, pauses), span.computedMs);
    late = late.filter((span) => !isSettled(span));
    const oldest = late[0]?.from ?? now - limits.turnSettleMs;
    pauses = pauses.filter(({ to }) => to >= oldest);
  };

  const look = (): void => {
    const now = performance.now();
    const next = performance.eventLoopUtilization();
    const cpu = process.threadCpuUsage();
    const active = Math.min(next.active - used.active, now - last);
    const computedMs = (cpu.user + cpu.system - computed.user - computed.system) / 1_000;
    if (now - last > everyMs + limits.turnSampleMs) late.push({ from: now - active, to: now, computedMs });
    else tell(active, computedMs);
    if (late.length > 0 || pauses.length > 0) settle(now);
    if (active > everyMs / 2) busyAt = now;
    everyMs = now - busyAt > limits.turnRestAfterMs ? limits.turnSampleAtRestMs : limits.turnSampleMs;
    [last, used, computed] = [now, next, cpu];
    lookLater();
  };

  const lookLater = (): void => {
    timer = setTimeout(look, everyMs).unref();
  };

  lookLater();
  return Object.freeze({
    close: () => {
      clearTimeout(timer);
      observer.disconnect();
    },
  });
};
