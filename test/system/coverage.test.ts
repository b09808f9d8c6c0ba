/** Which words of a prompt were drawn: told by the engine, kept in the log, shown with the evidence. */
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import type { Coverage, Engine } from '../../src/ports/engine.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { wholeLog } from '../support/log/whole-log.ts';

/** Says the same of every picture. */
const telling = (coverage: Coverage): Engine => {
  const engine = quickEngine();
  return {
    ...engine,
    perform: async (...asked: Parameters<typeof engine.perform>) => {
      const answer = await engine.perform(...asked);
      return answer.kind === 'done' ? { ...answer, output: { ...answer.output, coverage } } : answer;
    },
  };
};

/** The coverage in a poll, a sequence and a certificate, once a person has accepted all frames. */
const shown = async (t: ExecutionContext, engine: Engine, frames: number) => {
  const { client, core } = await givenClient(t, { makers: quickMakers(engine) });
  const prompts = Array.from({ length: frames }, (_, index) => `frame ${index}`);
  const planned = await flow.givenPlanned(client, prompts, { continuityMode: 'independent' });
  const poll = await flow.generated(client, planned);
  flow.expecting(201, await flow.review(client, planned, planned.planId, flow.acceptAll(frames)));
  const { body } = await client.get(`${planned.film}/photo-sequences/${planned.planId}`);
  const parts = [
    poll.requirements.map(({ attempts }) => attempts.at(-1)),
    body['frames'],
    (body['certificate'] as { readonly frames: unknown }).frames,
  ] as readonly (readonly { readonly evidence: { readonly coverage?: Coverage } }[])[];
  return { core, coverages: parts.flatMap((part) => part.map(({ evidence }) => evidence.coverage)) };
};

test('the words that were drawn and left out are in every place with evidence', async (t) => {
  const coverage = { drawn: ['man'], left: ['hammock'] };
  const { core, coverages } = await shown(t, telling(coverage), 1);
  t.deepEqual(coverages, [coverage, coverage, coverage]);
  const scored = (await wholeLog(core)).find(({ type }) => type === 'FrameScored');
  t.like(scored?.data, { evidence: { coverage } });
});

test('an engine that does not tell has no coverage', async (t) => {
  const { coverages } = await shown(t, quickEngine(), 1);
  t.deepEqual(coverages, [undefined, undefined, undefined]);
});

test('an engine that tells too much is cut short, and the largest plan is certified all the same', async (t) => {
  const words = Array.from({ length: 20_000 }, (_, n) => `${'é'.repeat(500)}${n}`);
  const { coverages } = await shown(t, telling({ drawn: words, left: words }), limits.framesPerPlanMax);
  t.is(coverages.length, 3 * limits.framesPerPlanMax);
  for (const coverage of coverages) {
    t.true((coverage?.left.length ?? 0) > 0);
    t.true(Buffer.byteLength(JSON.stringify(coverage?.left)) <= limits.coverageBytesMax + 2);
  }
});
