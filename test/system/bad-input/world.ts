/**
 * Where bad input is tried: tenants with a project in each state that matters, and a watch on everything that costs.
 */
import type { ExecutionContext } from 'ava';
import { sampleId } from '../../support/http/http-samples.ts';
import type { HttpAnswer } from '../../support/http/http-call.ts';
import type { QuietMoney } from '../../support/ledger/quiet-money.ts';
import { quickMusic, quickSpeech, quickVideo } from '../../support/engines/media-engines.ts';
import { type EngineCall, HOPELESS, quickEngine, quickMakers } from '../../support/engines/quick-makers.ts';
import { givenService } from '../../support/service/real-service.ts';
import {
  generate,
  generated,
  givenGenerated,
  givenPlanned,
  jobIdIn,
  type Planned,
} from '../../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../../support/service/workspace-of.ts';

export type Row = readonly [what: string, ask: () => Promise<HttpAnswer>, status: number, code: string];

const HOLD = 'HOLD';

/** A tenant with a project in each state that matters, a tenant without credits, and another tenant. */
export const givenWorld = async (t: ExecutionContext) => {
  const gate = Promise.withResolvers<void>();
  const calls: unknown[] = [];
  const onCall = async (call: EngineCall): Promise<void> => {
    calls.push(call);
    if (call.prompt.includes(HOLD)) await gate.promise;
  };
  const painter = quickEngine({ onCall });
  const heard = (call: unknown): void => void calls.push(call);
  const media = [quickMusic(heard), quickSpeech(heard), quickVideo(heard)];
  const service = await givenService(t, { makers: quickMakers(painter, ...media) });
  t.teardown(() => gate.resolve());
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  // A new user gets trial credits: that is over before the test watches.
  await bob.get('projects');
  const fresh = await givenPlanned(alice, ['a quay', 'a boat', 'a gull']);
  const active = await givenPlanned(alice, [`${HOLD} a storm`, `${HOLD} a wave`]);
  jobIdIn(await generate(alice, active, { requirementIds: active.requirementIds.slice(0, 1) }));
  const done = await givenPlanned(alice, ['a door']);
  const { id: doneJob } = (await generated(alice, done, { key: 'done' })).job;
  const { planned: hopeless } = await givenGenerated(alice, [HOPELESS, 'a wall']);
  return {
    service,
    alice,
    bob,
    poor: alice.within(await madeWorkspace(alice)),
    fresh,
    active,
    done,
    doneJob,
    hopeless,
    calls,
  };
};

export type World = Awaited<ReturnType<typeof givenWorld>>;

/** Each row is refused with its code, says that nothing was spent, and has moved nothing. */
export const runRows = async (t: ExecutionContext, money: QuietMoney, rows: readonly Row[]): Promise<void> => {
  for (const [what, ask, status, code] of rows) {
    const answer = await ask();
    t.is(answer.body['code'], code, `${what}: ${answer.text.slice(0, 300)}`);
    t.is(answer.status, status, what);
    t.like(answer.body, { ok: false, noCreditsSpent: true, no_credits_spent: true }, what);
    t.deepEqual(await money.moved(), [], what);
  }
};

export const unknown = { prj: sampleId('prj', 'no') };
export const generatePath = ({ film }: Pick<Planned, 'film'>): string => `${film}/storyboard-images/generate`;
export const hashOf = (planned: Planned) => ({ expectedExecutionManifestArtifactHash: planned.manifestHash });
