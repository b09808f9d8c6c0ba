import test from 'ava';
import { remoteEngine } from '../../../support/gateway/remote-engine.ts';
import { serveGateway } from '../../../support/gateway/serve-gateway.ts';
import { noScratch } from '../../../support/process/no-scratch.ts';
import { requestOf } from '../../../support/engines/painter.ts';

const URL_OF_CALLS = 'https://studio.test/api/v1/engine-callbacks/job_1/hold.0.1.0?expires=1&signature=x';

test('a gateway is told at the submission, and then alone, where it may call', async (t) => {
  const served = await serveGateway(t);
  const engine = remoteEngine(t, { url: served.url });
  const { signal } = new AbortController();
  const perform = async (key: string, callbackUrl?: string | null) =>
    engine.perform(key, requestOf({ width: 8, height: 8 }), noScratch.open(), signal, callbackUrl);
  const taken = await perform('hold.0.1.0', URL_OF_CALLS);
  await perform('hold.0.2.0', null);
  await perform('hold.0.3.0');
  await engine.poll?.(taken.kind === 'submitted' ? taken.ref : '', noScratch.open(), signal).catch(() => undefined);
  t.deepEqual(
    served.calls.map(({ at, headers }) => [at, headers['callback-url']]),
    [
      ['submit', URL_OF_CALLS],
      ['submit', undefined],
      ['submit', undefined],
      ['poll', undefined],
    ],
  );
});
