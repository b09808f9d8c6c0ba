/**
 * The life of a storyboard as a client of the service lives it. It goes from a project to its certificate, by many
 * ways.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpAnswer } from '../http/http-call.ts';
import type { Client } from '../http/http-client.ts';
import { FAILS_ONCE, HOPELESS, MENDED } from '../engines/quick-makers.ts';
import { type Life, LOOK_EVERY_MS, LOOKS_MAX, untilEnd } from './life.ts';
import {
  expecting,
  generate,
  givenPlanned,
  jobIdIn,
  photoSequence,
  type Planned,
  pollJob,
  repair,
  review,
} from './storyboard-calls.ts';

/** Rejects when the service breaks a promise that a client can see. */
export const liveStoryboard = async (client: Client, life: Life): Promise<void> => {
  const { random, name } = life;
  const prompts = Array.from({ length: random.between(1, 5) }, (_, frame) => {
    const kind = random.oneOf(['', '', '', FAILS_ONCE, HOPELESS]);
    return `${name}, frame ${frame} ${kind}`;
  });
  const continuityMode = random.oneOf(['independent', 'independent', 'chain']);
  const planned = await givenPlanned(client, prompts, { continuityMode });
  const jobId = jobIdIn(await generate(client, planned, { key: `${name}-generate` }));
  life.told(jobId);
  // Right after the 202, at whichever service answers (I14).
  await pollJob(client, planned, jobId);
  if (random.chance(0.15)) await client.post(`jobs/${jobId}/cancel`);
  await untilEnd(client, `${planned.film}/jobs/${jobId}`);
  const again = jobIdIn(await generate(client, planned, { key: `${name}-generate` }));
  if (again !== jobId) throw new Error(`the key of ${jobId} gives ${again} now`);
  await certify(client, planned, life);
};

/**
 * A person accepts the good frames, has the hopeless one repaired, and has the rest made. The effects of a decision are
 * there at once. When its process has died, they are there once another carries it on.
 */
const certify = async (client: Client, planned: Planned, life: Life): Promise<void> => {
  const { planId } = planned;
  let said: HttpAnswer | undefined;
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const { lifecycle, frames } = await photoSequence(client, planned, planId);
    if (lifecycle === 'certified') return;
    // A frame that was left by a cancelled job with no attempt left: only a person's decision opens one more.
    const isStuck = said?.body['code'] === 'human_review';
    const decisions = frames.flatMap(({ frameIndex, status, asset }) => {
      if (status === 'accepted') return [{ frameIndex, decision: 'accept', note: 'good' }];
      const waits = status === 'human_review' || (isStuck && status === 'pending' && asset !== null);
      return waits ? [{ frameIndex, decision: 'repair', note: 'sinks', repairPromptAdditions: [MENDED] }] : [];
    });
    // A call that got no answer may have been carried out: then the same decision comes too late for what has moved on.
    if (decisions.length > 0) allowing(await review(client, planned, planId, decisions), MOVED_ON);
    if (frames.some(({ status }) => status !== 'accepted')) {
      said = await repair(client, planned, planId);
      if (said.status === 202) {
        const jobId = jobIdIn(said);
        life.told(jobId);
        await untilEnd(client, `${planned.film}/jobs/${jobId}`);
      } else allowing(said, NOTHING_LEFT);
    }
    await wait(LOOK_EVERY_MS);
  }
  const shown = JSON.stringify(await photoSequence(client, planned, planId));
  throw new Error(`${planId} does not come to its certificate: ${shown}\nlast said of a repair: ${said?.text}`);
};

const MOVED_ON = new Set(['qa_report_missing', 'plan_certified']);
const NOTHING_LEFT = new Set(['nothing_to_repair', 'human_review', 'plan_certified']);

const allowing = (answer: HttpAnswer, codes: ReadonlySet<string>): void => {
  if (answer.status >= 400 && !codes.has(String(answer.body['code']))) expecting(201, answer);
};
