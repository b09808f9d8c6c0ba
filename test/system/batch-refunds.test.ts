/** The cost of a synchronous batch: exactly the rendered frames, once, for any failures (I8). */
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { HOPELESS, REFUSED } from '../support/engines/quick-makers.ts';
import { brokenAtRest } from '../support/service/promises-at-rest.ts';
import { creditsOf, expecting, givenPlanned } from '../support/service/storyboard-calls.ts';
import { givenHeld } from '../support/service/held-job.ts';

const FRAMES = 3;
const subsets = Array.from({ length: 2 ** FRAMES }, (_, bits) =>
  Array.from({ length: FRAMES }, (_, frame) => ((bits >> frame) & 1) === 1),
);

type Answer = {
  readonly status: string;
  readonly rendered_count: number;
  readonly failed_count: number;
  readonly charged_credits: number;
  readonly refunded_credits: number;
  readonly frames: readonly { readonly url?: string; readonly error?: { readonly code: string } }[];
};

for (const continuityMode of ['independent', 'chain']) {
  test(`${continuityMode}: every subset of frames that fail`, async (t) => {
    const { client, core } = await givenHeld(t);
    const { projectId } = await givenPlanned(client, ['elsewhere']);
    let left: number = limits.trialCreditsLocal;
    for (const failing of subsets) {
      // Without QA, what renders counts, however poor it is.
      const frames = failing.map((fails, frame) => ({ prompt: `${fails ? REFUSED : HOPELESS} ${frame}` }));
      const body = { projectId, prompt: 'a quay', count: FRAMES, frames, continuityMode };
      const answer = expecting(200, await client.post('image/storyboard-batch', body)).body as unknown as Answer;
      const first = failing.indexOf(true);
      const rendered = continuityMode === 'chain' && first !== -1 ? first : failing.filter((fails) => !fails).length;
      const what = JSON.stringify(failing);
      t.is(answer.status, rendered === FRAMES ? 'completed' : 'partial', what);
      t.is(answer.rendered_count, rendered, what);
      t.is(answer.failed_count, FRAMES - rendered, what);
      t.is(answer.charged_credits, rendered, what);
      t.is(answer.refunded_credits, FRAMES - rendered, what);
      const broken = (frame: number) => continuityMode === 'chain' && first !== -1 && frame > first;
      t.deepEqual(
        answer.frames.map(({ url, error }) => (url === undefined ? error?.code : 'shown')),
        failing.map((fails, frame) => (broken(frame) ? 'chain_broken' : fails ? 'rejected' : 'shown')),
        what,
      );
      left -= rendered;
      t.like(await creditsOf(client), { total: left, held: 0 }, what);
    }
    t.deepEqual(await brokenAtRest(core), []);
  });
}
