/** POST music and POST music/generate: the same job, waited for within the request or not. */
import { seedOf } from '../../../../commands/job/ladder.ts';
import type { MusicRequest } from '../../../ports/engine.ts';
import { type Caller } from '../../calls/caller.ts';
import { type Idempotency, requestKey } from '../../calls/idempotency.ts';
import { ok, type Result } from '../../calls/result.ts';
import type { StoredAnswer } from '../../calls/stored-answer.ts';
import type { Services } from '../../services/services.ts';
import { withOwnKeys } from '../../services/with-own-keys.ts';
import { meetProfile } from '../../settings/meet-profile.ts';
import { musicUnder } from '../../settings/under-profile.ts';
import { chooseEngines } from '../choose-engine.ts';
import { type PlanTask, plannedOf } from '../content.ts';
import { renderAndWait, type RenderDeps } from '../render-and-wait.ts';
import { drawSeed } from '../seeds.ts';
import { singleTask } from '../single-task.ts';
import { startAndAnswer } from '../start-and-answer.ts';
import type { Wanted } from '../start-call.ts';

/** `duration` in seconds. */
export type MusicInput = { readonly prompt: string; readonly duration?: number; readonly instrumental?: boolean };

type Content = Pick<MusicRequest, 'prompt' | 'durationMs' | 'instrumental'>;

/** spec, MusicGenerateRequest. */
const DEFAULT_SECONDS = 30;

const createMusicCall =
  (operation: 'music' | 'music_generate', answer: typeof renderAndWait) =>
  (deps: RenderDeps) =>
  async (caller: Caller, input: MusicInput, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const key = requestKey(deps, caller, operation, idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const wanted = await wantedOf(deps, caller, operation, input);
    return wanted.kind === 'refused' ? wanted : answer(deps, caller, key, wanted.value);
  };

export const createMakeMusic = createMusicCall('music', renderAndWait);
export const createGenerateMusic = createMusicCall('music_generate', startAndAnswer);

const wantedOf = async (
  deps: Services,
  caller: Caller,
  operation: 'music' | 'music_generate',
  { prompt, duration = DEFAULT_SECONDS, instrumental = false }: MusicInput,
): Promise<Result<Wanted>> => {
  const profile = await meetProfile(deps, caller, [prompt]);
  if (profile.kind === 'refused') return profile;
  const engines = await chooseEngines(await withOwnKeys(deps, caller.workspaceId), 'music');
  if (engines.kind === 'refused') return engines;
  const directed = musicUnder(profile.value, prompt);
  const content: Content = { prompt: directed, durationMs: Math.round(duration * 1_000), instrumental };
  const [engine = ''] = engines.value;
  const priced = { makes: 'music', engine, durationMs: content.durationMs } as const;
  const task = { priced, seed: drawSeed(deps.ids), content };
  return ok({ kind: 'music', operation, ...singleTask('music', engines.value, deps.prices, task) });
};

export const planMusic: PlanTask = async ({ artifacts }, { details }, { seed, attempt }) =>
  plannedOf(
    artifacts.named<Content>(details.workspaceId, details.contentHash),
    async (content) => Promise.resolve({ makes: 'music', ...content, seed: seedOf(seed, attempt) }),
    (content) => content,
    ({ durationMs }) => ({ durationMs }),
  );
