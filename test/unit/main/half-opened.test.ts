/** A tool on servers of which one cannot be used: it says so and ends, whatever it has opened before. */
import { execFile } from 'node:child_process';
import test from 'ava';
import { embeddedEnvironment } from '../../support/process/embedded-environment.ts';
import { mainProgram } from '../../support/process/main-program.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

test('the thread of the event store client keeps no tool alive', async (t) => {
  const env = {
    ...embeddedEnvironment(),
    DATA_DIR: tempFolder(t),
    LOG_LEVEL: 'silent',
    EVENTSTOREDB_URL: 'esdb://127.0.0.1:1?tls=false',
    MONGODB_URL: 'mongodb://127.0.0.1/?nonsense=1',
  };
  const { promise, resolve } = Promise.withResolvers<{ readonly code: unknown; readonly stderr: string }>();
  execFile(process.execPath, [mainProgram('dead-letters'), 'list'], { env, timeout: 60_000 }, (error, _, stderr) =>
    resolve({ code: error?.code, stderr }),
  );
  const { code, stderr } = await promise;
  t.is(code, 1, stderr);
  t.regex(stderr, /the URL of MongoDB cannot be read/);
});
