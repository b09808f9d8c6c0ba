/** The connection on clients that are ill in the ways that 6.2.1 can be. */
import test from 'ava';
import {
  createConnection,
  type ConnectionDeps,
  type Work,
} from '../../../../src/adapters/eventstoredb/server/connection.ts';
import type { Client } from '../../../../src/adapters/eventstoredb/server/client.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

type Execute = (run: () => Promise<unknown>) => Promise<unknown>;

/** Clients whose calls go through `execute`, as the real one's do: errors are handled on the side. */
const clientsOf = (execute: Execute, handle: (error: Error) => Promise<void> = async () => undefined) => {
  const made: Client[] = [];
  const closed: number[] = [];
  const handling: Promise<void>[] = [];
  const asked: unknown[] = [];
  const create = (): Client => {
    const number = made.length;
    const grpc = { close: () => closed.push(number) };
    const client = {
      execute: async (_type: unknown, _name: string, action: (given: unknown) => Promise<unknown>) => {
        try {
          return await execute(async () => action(grpc));
        } catch (error) {
          // As the client does: it is not awaited, and its failure is ignored.
          handling.push(client.handleError(grpc, error as Error));
          throw error;
        }
      },
      callArguments: (...how: unknown[]) => {
        asked.push(how);
        return [] as never;
      },
      handleError: async (_grpc: unknown, error: Error) => handle(error),
    };
    made.push(client as unknown as Client);
    return client as unknown as Client;
  };
  return { create, made, closed, asked };
};

const coded = (code: number): Error => Object.assign(new Error(`code ${code}`), { code, details: `code ${code}` });

const deps = { timers: createTimers(), logger: silentLogger };
const open = (create: ConnectionDeps['create']) => createConnection({ create, ...deps });

const answering =
  (answer: () => Promise<string>): Work<string> =>
  () => ({ answer: answer(), cancel: () => undefined });

const healthy = answering(async () => 'fine');

test('a failed discovery stays with a client for its life: it is replaced at once', async (t) => {
  let down = true;
  const { create, made } = clientsOf(async (run) => {
    if (down) throw new Error('Failed to discover after 10 attempts.');
    return run();
  });
  const connection = open(create);
  await t.throwsAsync(connection.ask('x', healthy), { message: /discover/ });
  t.is(made.length, 2);
  down = false;
  t.is(await connection.ask('x', healthy), 'fine');
  t.is(made.length, 2);
});

test('errors that may stay are counted in a row, and a success ends the row', async (t) => {
  const { create, made, closed } = clientsOf(async (run) => run());
  const connection = open(create);
  const failing = answering(async () => Promise.reject(coded(13)));
  const max = limits.eventStoreFailuresMax;
  for (let row = 0; row < 3; row += 1) {
    for (let n = 1; n < max; n += 1) await t.throwsAsync(connection.ask('x', failing));
    t.is(await connection.ask('x', healthy), 'fine');
  }
  t.is(made.length, 1);
  for (let n = 0; n < max; n += 1) await t.throwsAsync(connection.ask('x', failing));
  t.is(made.length, 2);
  t.deepEqual(closed, [0], 'the channel of the ill one is closed');
});

test('an error of one call is no reason for another client', async (t) => {
  const { create, made } = clientsOf(async (run) => run());
  const connection = open(create);
  for (const code of [3, 5, 10, 14, 14, 14, 14]) {
    await t.throwsAsync(
      connection.ask(
        'x',
        answering(async () => Promise.reject(coded(code))),
      ),
    );
  }
  t.is(made.length, 1);
});

test('a client that cannot get over an error is replaced, and the process does not end of it', async (t) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  t.teardown(() => process.off('unhandledRejection', note));
  const { create, made } = clientsOf(
    async (run) => run(),
    async () => Promise.reject(new Error('Failed to discover after 10 attempts.')),
  );
  const failing = answering(async () => Promise.reject(coded(14)));
  const connection = open(create);
  await t.throwsAsync(connection.ask('x', failing), { message: 'code 14' });
  await deps.timers.nextTurn();
  t.is(made.length, 2);
  t.deepEqual(unhandled, []);
});

test('every call asks for the leader: a read back must not be stale', async (t) => {
  const { create, asked } = clientsOf(async (run) => run());
  const connection = createConnection({ ...deps, create, deadlineMs: 700 });
  await connection.ask('x', healthy);
  await connection.keep('x', () => ({ answer: Promise.resolve(), cancel: () => undefined }));
  t.deepEqual(asked, [[{ requiresLeader: true, deadline: 700 }], [{ requiresLeader: true }, { deadline: Infinity }]]);
});

test('the steps before a call have a timeout too, and the call is not made after it', async (t) => {
  const { timers, advance } = createFakeClock();
  const discovered = Promise.withResolvers<void>();
  const { create } = clientsOf(async (run) => {
    await discovered.promise;
    return run();
  });
  const connection = createConnection({ ...deps, create, timers, deadlineMs: 1_000 });
  let made = 0;
  const asking = connection.ask('x', () => {
    made += 1;
    return { answer: Promise.resolve(), cancel: () => undefined };
  });
  const told = t.throwsAsync(asking, { code: 4 } as never);
  await advance(2_000);
  await told;
  discovered.resolve();
  await deps.timers.nextTurn();
  t.is(made, 0);
});

test('closing cancels what is under way, and refuses what comes', async (t) => {
  const { create, closed } = clientsOf(async (run) => run());
  const connection = open(create);
  const end = Promise.withResolvers<void>();
  const kept = connection.keep('x', () => ({ answer: end.promise, cancel: () => end.reject(coded(1)) }));
  await deps.timers.nextTurn();
  const fault = new Fault('unavailable', 'closed');
  connection.close(fault);
  t.is(await t.throwsAsync(kept), fault);
  t.is(await t.throwsAsync(connection.ask('x', healthy)), fault);
  t.deepEqual(closed, [0]);
});

test('a client that cannot be made anew is no answer to a call: the old one stays until it can be', async (t) => {
  const { create, made } = clientsOf(async (run) => run());
  let missing = false;
  const connection = open(() => {
    if (missing) throw new Fault('unavailable', 'no such certificate', { retriable: false });
    return create();
  });
  missing = true;
  const lost = coded(4);
  const failing = answering(async () => Promise.reject(lost));
  for (let n = 0; n <= limits.eventStoreFailuresMax; n += 1) {
    t.is(await t.throwsAsync(connection.ask('x', failing)), lost);
  }
  t.is(made.length, 1);
  missing = false;
  t.is(await t.throwsAsync(connection.ask('x', failing)), lost);
  t.is(made.length, 2);
  t.is(await connection.ask('x', healthy), 'fine');
});
