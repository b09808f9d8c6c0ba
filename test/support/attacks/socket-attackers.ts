/** Attacks of clients on a server. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../kernel/eventually.ts';
import { httpCall, type HttpRequest, type Origin } from '../http/http-call.ts';

/** Goes on until its signal aborts; resolves when it is in place. */
export type Attack = (origin: Origin, signal: AbortSignal) => Promise<void>;

type Habit = {
  /** Sent at once. */
  readonly first: string | Buffer;
  /** Sent every half second, if anything. */
  readonly then?: string | Buffer;
  /** Reads what comes, unless false. */
  readonly reads?: boolean;
};

const TRICKLE_MS = 500;
const AGAIN_MS = 100;
const IN_PLACE_MS = 60_000;

/** So many connections with one habit; each that is cut comes back. */
export const connections =
  (count: number, { first, then, reads = true }: Habit): Attack =>
  async (origin, signal) => {
    let connected = 0;
    const open = (): void => {
      if (signal.aborted) return;
      const socket = connect(origin.port, origin.host, () => {
        connected += 1;
        socket.write(first);
      });
      const trickle = then === undefined ? undefined : setInterval(() => socket.write(then), TRICKLE_MS);
      const end = (): void => void socket.destroy();
      signal.addEventListener('abort', end);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(trickle);
        signal.removeEventListener('abort', end);
        setTimeout(open, AGAIN_MS);
      });
      if (reads) socket.resume();
      else socket.pause();
    };
    for (let i = 0; i < count; i += 1) open();
    await eventually('all have connected once', () => connected >= count, IN_PLACE_MS);
  };

/** So many callers, each of which asks again as soon as it is answered, or hung up on. */
export const callers =
  (count: number, request: HttpRequest): Attack =>
  async (origin, signal) => {
    const call = async (): Promise<void> => {
      while (!signal.aborted) {
        const answered = await httpCall(origin, { ...request, signal }).then(
          () => true,
          () => false,
        );
        if (!answered) await wait(AGAIN_MS);
      }
    };
    for (let i = 0; i < count; i += 1) call().catch(() => undefined);
  };

/** Connections that answer a hang-up by nothing, and come once. */
export const stubborn = (origin: Origin, count: number, sent: string): readonly Socket[] =>
  Array.from({ length: count }, () => {
    const socket = connect({ ...origin, allowHalfOpen: true }, () => socket.write(sent));
    socket.on('error', () => undefined).resume();
    return socket;
  });

export type Bystander = { readonly what: string; readonly request: HttpRequest; readonly status: number };

const PATIENCE_MS = 15_000;
const ROUNDS = 8;
const PAUSE_MS = 250;

/** Calls of other clients during an attack without the right answer, each on its own connection. */
export const unanswered = async (
  origin: Origin,
  attack: Attack,
  bystanders: readonly Bystander[],
): Promise<readonly string[]> => {
  const over = new AbortController();
  await attack(origin, over.signal);
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(PAUSE_MS);
    for (const { what, request, status } of bystanders) {
      const called = httpCall(origin, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) });
      const got = await called.then(
        (answer) => String(answer.status),
        (error: unknown) => (error as Error).message,
      );
      if (got !== String(status)) failures.push(`${what}: ${got}`);
    }
  }
  over.abort();
  return failures;
};
