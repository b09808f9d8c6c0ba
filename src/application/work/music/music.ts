/** POST music and POST music/generate: the same job, waited for within the request or not. */
import { seedOf } from '../../../../commands/job/ladder.ts';
import type { MusicRequest } from '../../../ports/engine.ts';
import { requestKey } from '../../calls/idempotency.ts';
import { ok } from '../../calls/result.ts';
import { meetProfile } from '../../settings/read-profile.ts';
import { musicUnder } from '../../settings/under-profile.ts';
import { chooseEngines } from '../resolve-engines.ts';
import { type PlanTask, plannedOf } from '../content.ts';
import { answerCall, type JobCall } from '../answer-call.ts';
import { wantOne } from '../job-tasks.ts';
import { drawSeed } from '../seeds.ts';

/** `duration` in seconds. */
type MusicInput = { readonly prompt: string; readonly duration?: number; readonly instrumental?: boolean };

type Content = Pick<MusicRequest, 'prompt' | 'durationMs' | 'instrumental'>;

/** spec, MusicGenerateRequest. */
const DEFAULT_SECONDS = 30;

const createMusicCall =
  (operation: 'music' | 'music_generate'): JobCall<MusicInput> =>
  (services) =>
  async (caller, input, idempotency) =>
    answerCall(services, caller, requestKey(services, caller, operation, idempotency), async (deps) => {
      const { prompt, duration = DEFAULT_SECONDS, instrumental = false } = input;
      const profile = await meetProfile(deps, caller, [prompt]);
      if (profile.kind === 'refused') return profile;
      const engines = await chooseEngines(deps, 'music');
      if (engines.kind === 'refused') return engines;
      const durationMs = Math.round(duration * 1_000);
      const content: Content = { prompt: musicUnder(profile.value, prompt), durationMs, instrumental };
      const task = { seed: drawSeed(deps.ids), priced: { makes: 'music', durationMs } } as const;
      return ok({ kind: 'music', operation, content, ...wantOne(engines.value, task) });
    });

/** Waits for the music, within the request. */
export const createMakeMusic = createMusicCall('music');
export const createGenerateMusic = createMusicCall('music_generate');

export const planMusic: PlanTask = async ({ artifacts }, { details }, { seed, attempt }) =>
  plannedOf(
    artifacts.named<Content>(details.workspaceId, details.contentHash),
    async (content) => Promise.resolve({ makes: 'music', ...content, seed: seedOf(seed, attempt) }),
    (content) => content,
    ({ durationMs }) => ({ durationMs }),
  );
