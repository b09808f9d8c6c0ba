/** A tool on servers of which one cannot be used: it says so and ends, whatever it has opened before. */
import { execFile } from 'node:child_process';
import test from 'ava';
import { embeddedEnvironment } from '../../support/process/embedded-environment.ts';
import { mainProgram } from '../../support/process/main-program.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const listed = async (env: NodeJS.ProcessEnv) => {
  const { promise, resolve } = Promise.withResolvers<{ readonly code: unknown; readonly stderr: string }>();
  execFile(process.execPath, [mainProgram('dead-letters'), 'list'], { env, timeout: 60_000 }, (error, _, stderr) =>
    resolve({ code: error?.code, stderr }),
  );
  return promise;
};

test('the thread of the event store client keeps no tool alive', async (t) => {
  const env = {
    ...embeddedEnvironment(),
    DATA_DIR: tempFolder(t),
    LOG_LEVEL: 'silent',
    EVENTSTOREDB_URL: 'esdb://127.0.0.1:1?tls=false',
    MONGODB_URL: 'mongodb://127.0.0.1/?nonsense=1',
  };
  const { code, stderr } = await listed(env);
  t.is(code, 1, stderr);
  t.regex(stderr, /^dead-letters: MONGODB_URL=.* makes no sense: the URL of MongoDB cannot be read/);
});

test('an address that the client of the event store cannot read is named', async (t) => {
  const env = { ...embeddedEnvironment(), DATA_DIR: tempFolder(t), EVENTSTOREDB_URL: 'esdb://' };
  const { code, stderr } = await listed(env);
  t.is(code, 1, stderr);
  t.regex(stderr, /^dead-letters: EVENTSTOREDB_URL=.* makes no sense: the event store has no esdb:/);
});
