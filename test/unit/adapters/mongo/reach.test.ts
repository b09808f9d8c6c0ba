import { EventEmitter } from 'node:events';
import test from 'ava';
import { type MongoClient, MongoNetworkError } from 'mongodb';
import { createReach } from '../../../../src/adapters/mongo/reach.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Logger } from '../../../../src/ports/basics.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

/** A client whose server is up or down, as the reach sees one. */
const world = () => {
  const time = createFakeClock();
  const events = new EventEmitter();
  let isUp = true;
  let connects = 0;
  const lines: string[] = [];
  const line = (_: unknown, message: string): void => {
    lines.push(message);
  };
  const logger: Logger = { debug: line, info: line, warn: line, error: line };
  const connect = async (): Promise<void> => {
    connects += 1;
    if (!isUp) throw new MongoNetworkError('no answer');
  };
  const client = Object.assign(events, { connect }) as unknown as MongoClient;
  return {
    reach: createReach(client, time.clock, logger),
    time,
    /** The present answers of the nodes. */
    say: (...types: readonly string[]): void => {
      const servers = new Map(types.map((type, n) => [`host:${n}`, { type }]));
      events.emit('topologyDescriptionChanged', { newDescription: { servers, error: null } });
    },
    up: (now: boolean): void => {
      isUp = now;
    },
    connects: () => connects,
    /** Of the log. */
    lines,
  };
};

test('it connects with the first call, and once', async (t) => {
  const { reach, connects } = world();
  t.is(connects(), 0);
  await Promise.all([reach.ready(), reach.ready()]);
  await reach.ready();
  t.is(connects(), 1);
});

test('a server that is down at the start is asked again with each call, and not waited for for ever', async (t) => {
  const { reach, time, up, connects } = world();
  up(false);
  await t.throwsAsync(reach.ready(), { message: 'no answer' });
  await t.throwsAsync(reach.ready(), { message: 'no answer' });
  await time.advance(limits.mongoSelectMs);
  await t.throwsAsync(reach.ready(), { code: 'unavailable' });
  t.is(connects(), 3, 'asked behind the back of the call that was refused');
  up(true);
  await t.throwsAsync(reach.ready(), { code: 'unavailable' });
  await time.advance(0);
  await t.notThrowsAsync(reach.ready());
});

test('while no node takes writes, calls wait for one at first, and then fail at once', async (t) => {
  const { reach, time, say, lines } = world();
  say('RSPrimary', 'RSSecondary');
  await reach.ready();
  say('Unknown', 'RSSecondary');
  await t.notThrowsAsync(reach.ready());
  await time.advance(limits.mongoSelectMs);
  await t.throwsAsync(reach.ready(), { code: 'unavailable' });
  say('Unknown', 'RSPrimary');
  await t.notThrowsAsync(reach.ready());
  const said = ['MongoDB has no node that takes writes', 'MongoDB takes writes again'];
  t.deepEqual(lines, said);
  // As when the client is closed.
  say();
  t.deepEqual(lines, said);
});

test('members of a replica set and routers offer transactions, a single node none; silence changes nothing', (t) => {
  const { reach, say } = world();
  const offered = (...types: readonly string[]): boolean => {
    say(...types);
    return reach.hasTransactions();
  };
  t.false(offered('Unknown'));
  t.true(offered('RSSecondary', 'Unknown'));
  t.true(offered('Unknown', 'Unknown'));
  t.false(offered('Standalone'));
  t.false(offered('Unknown'));
  t.true(offered('Mongos'));
});
