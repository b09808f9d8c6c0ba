import test from 'ava';
import type { EngineRequest } from '../../../src/ports/engine.ts';
import { remoteEngine } from '../../support/gateway/remote-engine.ts';
import { serveGateway } from '../../support/gateway/serve-gateway.ts';
import { requestOf } from '../../support/engines/painter.ts';
import { contract, named } from '../check.ts';
import { engineChecks } from '../engine.contract.ts';
import { openEngineSubject } from './subject.ts';

const requests: Readonly<Record<string, (seed: number) => EngineRequest>> = {
  image: (seed) => requestOf({ width: 96, height: 54, seed }),
  speech: (seed) => ({ makes: 'speech', lines: [{ text: `Line ${seed}.`, startMs: null }], voice: 'emma' }),
  music: (seed) => ({ makes: 'music', prompt: 'calm', durationMs: 1_200, instrumental: true, seed }),
};

for (const [makes, request] of Object.entries(requests)) {
  contract(named(test, `gateway, ${makes}`), engineChecks, async (t) => {
    const { url } = await serveGateway(t, { steps: 2 });
    const engine = remoteEngine(t, { url });
    return openEngineSubject(() => engine, request)(t);
  });
}
