import test from 'ava';
import type { EngineRequest } from '../../../src/ports/engine.ts';
import { requestOf } from '../../support/engines/painter.ts';
import { remoteEngine } from '../../support/gateway/remote-engine.ts';
import { serveOpenAi } from '../../support/gateway/serve-open-ai.ts';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject } from './subject.ts';

const requests: Readonly<Record<string, (seed: number) => EngineRequest>> = {
  image: (seed) => requestOf({ width: 96, height: 54, seed }),
  speech: (seed) => ({ makes: 'speech', lines: [{ text: `Line ${seed}.`, startMs: null }], voice: 'emma' }),
};

for (const [makes, request] of Object.entries(requests)) {
  contract(named(test, `open-ai, ${makes}`), engineChecks, async (t) => {
    const { url } = await serveOpenAi(t);
    const models = { image: 'painter', speech: 'speaker' };
    const engine = remoteEngine(t, { url, kind: 'openai', models, prices: { image: 4, speech: 3 } });
    return openEngineSubject(() => engine, request)(t);
  });
}
