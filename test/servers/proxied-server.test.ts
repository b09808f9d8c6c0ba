/** A proxy before a server of a test's own does what suites of faults ask of it. */
import test from 'ava';
import { requirePrograms } from '../support/servers/require.ts';
import { startS3 } from '../support/servers/s3.ts';
import { startToxiproxy } from '../support/servers/toxiproxy.ts';

/** The status of an HTTP answer, or that there was none; a server that is silent for so long is not waited for. */
const look = async (url: string, patienceMs = 20_000): Promise<string> =>
  fetch(url, { signal: AbortSignal.timeout(patienceMs) }).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 'silence' : 'no answer'),
  );

if (requirePrograms(test, 's3', 'toxiproxy') !== undefined) {
  test('a server behind a proxy is cut off, hangs, resets and comes back', async (t) => {
    const s3 = await startS3(t);
    const proxy = await (await startToxiproxy(t)).proxy(`127.0.0.1:${s3.port}`);
    const url = `http://${proxy.listen}/`;
    const there = await look(s3.url);
    const heals = async (): Promise<void> => {
      await proxy.restore();
      t.is(await look(url), there);
    };
    await heals();
    await proxy.cut();
    t.is(await look(url), 'no answer');
    await heals();
    await proxy.slow(20);
    t.is(await look(url), there);
    await heals();
    await proxy.hang();
    t.is(await look(url, 300), 'silence');
    await heals();
    await proxy.reset();
    t.is(await look(url), 'no answer');
    await heals();
    await s3.signal('KILL');
    t.is(await look(url), 'no answer');
    await s3.up();
    await heals();
  });
}
