/** A tool on servers of which one cannot be used: it says so and ends, whatever it has opened before. */
import test from 'ava';
import { runToolIn } from '../../support/process/run-tool.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

test('the thread of the event store client keeps no tool alive', async (t) => {
  const settings = {
    EVENTSTOREDB_URL: 'esdb://127.0.0.1:1?tls=false',
    MONGODB_URL: 'mongodb://127.0.0.1/?nonsense=1',
  };
  const { status, stderr } = await runToolIn('dead-letters', tempFolder(t), settings, 'list');
  t.is(status, 1, stderr);
  t.regex(stderr, /^dead-letters: MONGODB_URL=.* makes no sense: the URL of MongoDB cannot be read/);
});

test('an address that the client of the event store cannot read is named', async (t) => {
  const settings = { EVENTSTOREDB_URL: 'esdb://' };
  const { status, stderr } = await runToolIn('dead-letters', tempFolder(t), settings, 'list');
  t.is(status, 1, stderr);
  t.regex(stderr, /^dead-letters: EVENTSTOREDB_URL=.* makes no sense: the event store has no esdb:/);
});
