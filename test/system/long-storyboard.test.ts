/**
 * The longest storyboard that the contract allows. Its prompts have the longest length, in characters that take the
 * most bytes: it goes through part by part, each of them to its certificate.
 */
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { brokenAtRest } from '../support/service/promises-at-rest.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenClient } from '../support/service/real-service.ts';
import {
  acceptAll,
  creditsOf,
  expecting,
  finalJob,
  generate,
  givenPlanned,
  jobIdIn,
  photoSequence,
  planProject,
  pollJob,
  review,
} from '../support/service/storyboard-calls.ts';

const PARTS = Math.ceil(limits.framesMax / limits.framesPerPlanMax);

/** The most bytes that a character of a prompt takes. */
const CHARACTER = '🎬';

test(`${limits.framesMax} frames of ${limits.promptCharsMax} characters`, async (t) => {
  t.timeout(110_000);
  const calls: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push({ ...call, prompt: '' }) }));
  const { client, core } = await givenClient(t, { makers });
  const prompts = Array.from(
    { length: limits.framesMax },
    (_, frame) => String(frame).padEnd(8, ' ') + CHARACTER.repeat(limits.promptCharsMax - 8),
  );
  const planned = await givenPlanned(client, prompts);
  t.is(planned.planIds.length, PARTS);
  const jobIds: string[] = [];
  for (const [part, planId] of planned.planIds.entries()) {
    const accepted = expecting(202, await generate(client, planned, { key: `part-${part}` }));
    t.is(accepted.body['resume'], part < PARTS - 1);
    const jobId = jobIdIn(accepted);
    const done = await finalJob(client, planned, jobId);
    t.is(done.job.status, 'completed');
    const frames = Math.min(limits.framesPerPlanMax, limits.framesMax - part * limits.framesPerPlanMax);
    t.is(done.requirements.length, frames);
    t.is((await pollJob(client, planned, jobId)).job.chargedCredits, frames);
    expecting(201, await review(client, planned, planId, acceptAll(frames)));
    t.is((await photoSequence(client, planned, planId)).lifecycle, 'certified');
    jobIds.push(jobId);
  }
  t.is(new Set(jobIds).size, PARTS);
  t.is((await generate(client, planned)).body['reason'], 'all_requirements_satisfied');
  const again = await planProject(client, planned.projectId);
  t.is((await generate(client, again)).body['reason'], 'all_requirements_satisfied');
  t.like(await creditsOf(client), { total: limits.trialCreditsLocal - limits.framesMax, held: 0 });
  t.deepEqual(await brokenAtRest(core, { calls, told: jobIds }), []);
});
