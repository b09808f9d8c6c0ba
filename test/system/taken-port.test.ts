/** A start that cannot listen, or is given settings in the wrong place, says which variable to change. */
import { join } from 'node:path';
import test from 'ava';
import { givenService } from '../support/service/real-service.ts';
import { runToolIn } from '../support/process/run-tool.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

test('a port that is taken, and an address that is not here', async (t) => {
  const { port } = new URL((await givenService(t)).baseUrl);
  for (const [variables, said] of [
    [{ HOST: '127.0.0.1', PORT: port }, /port \d+ of 127\.0\.0\.1: something listens there already.*another PORT/],
    [{ HOST: '192.0.2.1', PORT: '0' }, /port 0 of 192\.0\.2\.1: this machine has no such address.*another HOST/],
  ] as const) {
    const { status, stderr } = await runToolIn('serve', join(tempFolder(t), 'data'), variables);
    t.regex(stderr, said);
    t.is(status, 1);
  }
});

test('a service that is given an argument does not start without it', async (t) => {
  const { status, stderr } = await runToolIn('serve', join(tempFolder(t), 'data'), { PORT: '0' }, '--port', '9000');
  t.is(stderr, 'cannot start: --port means nothing here: settings are variables, such as PORT\n');
  t.is(status, 1);
});
