/** The operator's tool for messages that were given up on, beside a running service. */
import { join } from 'node:path';
import test from 'ava';
import { consumerName } from '../../src/adapters/sqlite/consumer.ts';
import { createDeadLetters } from '../../src/adapters/sqlite/dead-letters.ts';
import { openReadDatabase, type ReadDatabase } from '../../src/adapters/sqlite/read-database.ts';
import { createClock } from '../../src/adapters/system/clock.ts';
import { createTimers } from '../../src/adapters/system/timers.ts';
import { type Position, START } from '../../src/kernel/position.ts';
import { categoryTopic } from '../../src/kernel/topics.ts';
import type { Core } from '../../src/main/core.ts';
import type { StoredEvent } from '../../src/ports/event-store.ts';
import type { DeadLetter } from '../../src/ports/message-log.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { runTool, runToolFor, type ToolRun } from '../support/process/run-tool.ts';
import { givenService } from '../support/service/real-service.ts';
import { givenGenerated } from '../support/service/storyboard-calls.ts';

const run = async (dataDir: string, ...args: readonly string[]): Promise<ToolRun> =>
  runTool('dead-letters', dataDir, ...args);

const TOPIC = categoryTopic('job');
const CONSUMER = consumerName({ topic: TOPIC, group: 'settle' });

type Buried = { readonly event: StoredEvent; readonly before: Position };

/** The score by which a frame is accepted. */
const acceptedIn = async ({ stores: { feed } }: Core): Promise<Buried> => {
  let before = START;
  for await (const { events } of feed.read(START, { categories: ['job'] })) {
    for (const event of events) {
      if (event.type === 'FrameScored') return { event, before };
      before = event.position;
    }
  }
  throw new Error('no frame was accepted');
};

/** Puts it among the dead letters of the settling group; its id. */
const bury = async (database: ReadDatabase, { event, before }: Buried): Promise<string> => {
  const { stream: key, position } = event;
  const letter = { group: 'settle', topic: TOPIC, key, position, reason: 'Fault: the disk was full', attempts: 5 };
  await createDeadLetters(database, createClock()).bury({ ...letter, consumer: CONSUMER, before });
  return `${CONSUMER}/${position}`;
};

/** Also those that are marked, and not handled yet. */
const countIn = ({ database }: ReadDatabase): number =>
  Number(database.prepare('SELECT count(*) AS n FROM dead_letters').get()?.['n']);

test('a dead letter is listed, and handed over again to a running service', async (t) => {
  const { client: clientOf, core, dataDir, stop } = await givenService(t);
  t.deepEqual(await run(dataDir, 'list'), { status: 0, stdout: '0 dead letters\n', stderr: '' });
  const client = await clientOf();
  await givenGenerated(client, ['a coin']);
  const accepted = await acceptedIn(core);
  const database = openReadDatabase(join(dataDir, 'read.sqlite'), createTimers());
  t.teardown(database.close);
  const id = await bury(database, accepted);

  const [asJson, inWords] = await runToolFor('dead-letters', [
    [dataDir, 'list', '--json'],
    [dataDir, 'list'],
  ]);
  const { letters } = JSON.parse(asJson?.stdout ?? '') as { letters: readonly DeadLetter[] };
  t.like(letters, { 0: { id, reason: 'Fault: the disk was full', attempts: 5 }, length: 1 });
  t.regex(
    inWords?.stdout ?? '',
    /^1 dead letter\npi\.job\.v1\/settle\/\S+ {2}job-\S+ {2}5 times to \S+: Fault: the disk was full\n$/,
  );

  t.like(await run(dataDir, 'redrive', id), { status: 0, stderr: '' });
  await eventually('the letter is handled', () => countIn(database) === 0);

  // The sabotage: no consumer is there to handle it.
  await stop();
  t.is(await bury(database, accepted), id);
  const redrive = [dataDir, 'redrive', id] as const;
  const [marked, again] = await runToolFor('dead-letters', [redrive, redrive]);
  t.is(marked?.status, 0);
  t.is(again?.status, 1, 'it is marked already');
  t.is(countIn(database), 1);
});

test('a letter that is not there, and words that make no sense', async (t) => {
  const { dataDir } = await givenService(t);
  const wrong = [[], ['bury'], ['list', 'x'], ['redrive'], ['redrive', 'a', 'b']];
  const asked = [['redrive', 'pi.job.v1/settle/none'], ['--help'], ...wrong];
  const [unknown, help, ...refused] = await runToolFor(
    'dead-letters',
    asked.map((words) => [dataDir, ...words]),
  );
  t.deepEqual(unknown, {
    status: 1,
    stdout: '',
    stderr: 'dead-letters: there is no dead letter pi.job.v1/settle/none\n',
  });
  t.regex(help?.stdout ?? '', /Usage: npm run -s dead-letters -- <list \| redrive <id>>/);
  t.is(refused.length, wrong.length);
  for (const { status, stderr } of refused) {
    t.is(status, 2);
    t.regex(stderr, /^dead-letters: list, or redrive <id>\n/);
  }
});
