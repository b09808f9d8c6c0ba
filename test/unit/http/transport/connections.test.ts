/** Connections that must give way, moved by hand. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import test from 'ava';
import {
  type ConnectionBounds,
  type Connections,
  createConnections,
} from '../../../../src/http/transport/connections.ts';
import { limits } from '../../../../src/kernel/limits.ts';

type Line = Socket & { bytesRead: number; bytesWritten: number; writableLength: number; writableEnded: boolean };

type Scene = {
  readonly connections: Connections;
  readonly connect: (address?: string) => Line;
  /** A request comes in; its body is whole unless stated. Gives a function that ends the answer. */
  readonly ask: (line: Line, complete?: boolean) => () => void;
  readonly pass: (ms: number) => void;
  readonly cuts: string[];
};

const givenScene = (bounds: Partial<ConnectionBounds> = {}): Scene => {
  let now = 0;
  const cuts: string[] = [];
  const connections = createConnections({ monotonic: () => now }, (why) => cuts.push(why), {
    connectionsMax: 3,
    halfOpenPerAddressMax: 2,
    ...bounds,
  });
  const connect = (address = '10.0.0.1'): Line => {
    const line = Object.assign(new EventEmitter(), {
      remoteAddress: address,
      bytesRead: 0,
      bytesWritten: 0,
      writableLength: 0,
      writableEnded: false,
      destroyed: false,
      destroy: () => Object.assign(line, { destroyed: true }),
    }) as unknown as Line;
    connections.opened(line);
    return line;
  };
  const ask = (line: Line, complete = true): (() => void) => {
    const response = new EventEmitter() as unknown as ServerResponse;
    connections.asked({ socket: line, complete } as unknown as IncomingMessage, response);
    return () => response.emit('close');
  };
  const pass = (ms: number): void => {
    now += ms;
    connections.look();
  };
  return { connections, connect, ask, pass, cuts };
};

const PAUSE = limits.connectionsCheckMs;

test('a newcomer takes the place of the one that has waited longest for its client', (t) => {
  const { connect, ask, pass, cuts } = givenScene();
  const [working, silent, late] = [connect(), connect(), connect()];
  ask(working);
  pass(PAUSE);
  ask(late)();
  pass(PAUSE);
  const newcomer = connect();
  t.deepEqual(
    [working, silent, late, newcomer].map(({ destroyed }) => destroyed),
    [false, true, false, false],
  );
  t.deepEqual(cuts, ['gave_way']);
});

test('the address with the most connections that wait gives way, also when others have waited longer', (t) => {
  const { connect, pass } = givenScene();
  const other = connect('10.0.0.2');
  pass(PAUSE);
  const first = connect();
  connect();
  connect('10.0.0.3');
  t.true(first.destroyed);
  t.false(other.destroyed);
});

test('a newcomer is turned away while all connections are at work', (t) => {
  const { connect, ask, cuts, pass } = givenScene();
  const lines = [connect(), connect(), connect()];
  for (const line of lines) ask(line);
  pass(PAUSE);
  t.true(connect().destroyed);
  t.false(lines.some(({ destroyed }) => destroyed));
  t.deepEqual(cuts, ['gave_way']);
});

test('of a crowd of one moment the first to come has the least right to stay', (t) => {
  const { connect } = givenScene();
  const lines = [connect(), connect(), connect(), connect()];
  t.deepEqual(
    lines.map(({ destroyed }) => destroyed),
    [true, false, false, false],
  );
});

const waiting: Readonly<Record<string, (scene: Scene, line: Line) => void>> = {
  'a body that does not come': ({ ask }, line) => void ask(line, false),
  'an answer that is not read': ({ ask }, line) => {
    ask(line);
    line.writableLength = 1;
  },
  'a kept connection': ({ ask }, line) => ask(line)(),
};

for (const [what, wait] of Object.entries(waiting)) {
  test(`${what} gives way`, (t) => {
    const scene = givenScene();
    const lines = [scene.connect(), scene.connect()];
    for (const line of lines) scene.ask(line);
    const third = scene.connect();
    wait(scene, third);
    scene.pass(PAUSE);
    t.false(scene.connect().destroyed);
    t.true(third.destroyed);
  });
}

test('of one address only so many may be half open, the oldest go; kept ones do not count', (t) => {
  const { connect, ask, pass, cuts } = givenScene({ connectionsMax: 100 });
  const kept = [connect(), connect(), connect()];
  for (const line of kept) ask(line)();
  const first = connect();
  pass(PAUSE / 2);
  const others = [connect(), connect(), connect('10.0.0.2')];
  pass(PAUSE / 2);
  t.deepEqual(cuts, [], 'none but the first has been there for long');
  pass(PAUSE / 2);
  t.true(first.destroyed);
  t.false([...kept, ...others].some(({ destroyed }) => destroyed));
  for (const line of kept) line.bytesRead += 1;
  pass(PAUSE);
  t.is([...kept, ...others].filter(({ destroyed }) => destroyed).length, 3, 'half a second request counts');
  t.deepEqual(new Set(cuts), new Set(['half_open']));
});

test('a client that reads too slowly is cut; one that reads as fast as asked, or has nothing to read, is not', (t) => {
  const { connect, ask, pass, cuts } = givenScene();
  const [still, steady, idle] = [connect(), connect(), connect()];
  for (const line of [still, steady, idle]) ask(line);
  Object.assign(still, { bytesWritten: 1_000, writableLength: 1_000 });
  Object.assign(steady, { bytesWritten: 10 * limits.readerBytesPerSecondMin, writableLength: 1_000 });
  for (let ms = 0; ms < 2 * limits.readerStallMs; ms += PAUSE) {
    pass(PAUSE);
    steady.bytesWritten += limits.readerBytesPerSecondMin * (PAUSE / 1_000);
  }
  t.deepEqual(
    [still, steady, idle].map(({ destroyed }) => destroyed),
    [true, false, false],
  );
  t.deepEqual(cuts, ['slow_reader']);
});

test('bytes written in one piece may be read in one piece: the bound allows for their time', (t) => {
  const { connect, ask, pass } = givenScene();
  const line = connect();
  ask(line);
  const bytes = 100 * limits.readerBytesPerSecondMin;
  Object.assign(line, { bytesWritten: bytes, writableLength: bytes });
  for (let seconds = 0; seconds < 100; seconds += 1) pass(1_000);
  t.false(line.destroyed);
  pass(limits.readerStallMs + 2_000);
  t.true(line.destroyed);
});

test('a reader that takes one piece now and then is cut all the same', (t) => {
  const { connect, ask, pass } = givenScene();
  const line = connect();
  ask(line);
  line.writableLength = 64 * 1024;
  for (let ms = 0; ms < 4 * limits.readerStallMs; ms += PAUSE) {
    if (ms % 10_000 === 0) line.bytesWritten += 64 * 1024;
    pass(PAUSE);
  }
  t.true(line.destroyed);
});

test('a client that was told of the end, and does not hang up, is disconnected', (t) => {
  const { connect, pass, cuts } = givenScene();
  const line = connect();
  line.writableEnded = true;
  pass(PAUSE);
  t.false(line.destroyed, 'it has a moment to read what it was told');
  pass(PAUSE);
  t.true(line.destroyed);
  t.deepEqual(cuts, ['ended']);
});

test('requests of one connection that wait for their answers are bounded', (t) => {
  const { connect, ask } = givenScene();
  const line = connect();
  for (let i = 0; i < limits.pipelinedRequestsMax; i += 1) ask(line);
  t.false(line.destroyed);
  ask(line);
  t.true(line.destroyed);
});
