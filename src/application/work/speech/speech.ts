/** POST audio/tts: spoken text, within the request. */
import type { SpeechRequest } from '../../../ports/engine.ts';
import { type Caller } from '../../calls/caller.ts';
import { type Idempotency, requestKey } from '../../calls/idempotency.ts';
import { ok, type Result } from '../../calls/result.ts';
import type { StoredAnswer } from '../../calls/stored-answer.ts';
import type { Services } from '../../services/services.ts';
import { withOwnKeys } from '../../services/with-own-keys.ts';
import { meetProfile } from '../../settings/meet-profile.ts';
import { chooseVoice } from '../choose-engine.ts';
import { type PlanTask, plannedOf } from '../content.ts';
import { renderAndWait, type RenderDeps } from '../render-and-wait.ts';
import { singleTask } from '../single-task.ts';
import type { Wanted } from '../start-call.ts';
import { wordCount } from './spoken.ts';

export type SpeechInput = { readonly text: string; readonly voice_id?: string };

type Content = Pick<SpeechRequest, 'lines' | 'voice'>;

/** Nothing about speech is drawn by chance. */
const SEED = 0;

export const createSpeak =
  (deps: RenderDeps) =>
  async (caller: Caller, input: SpeechInput, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const key = requestKey(deps, caller, 'tts', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const profile = await meetProfile(deps, caller, [input.text]);
    if (profile.kind === 'refused') return profile;
    const wanted = await wantedOf(await withOwnKeys(deps, caller.workspaceId), input);
    return wanted.kind === 'refused' ? wanted : renderAndWait(deps, caller, key, wanted.value);
  };

const wantedOf = async (deps: Services, { text, voice_id: asked }: SpeechInput): Promise<Result<Wanted>> => {
  const chosen = await chooseVoice(deps, asked);
  if (chosen.kind === 'refused') return chosen;
  const { engine, voice } = chosen.value;
  const content: Content = { lines: [{ text, startMs: null }], voice };
  const task = { priced: { makes: 'speech', engine, words: wordCount(text) }, seed: SEED, content } as const;
  return ok({ kind: 'speech', operation: 'tts', ...singleTask('speech', [engine], deps.prices, task) });
};

export const planSpeech: PlanTask = async ({ artifacts }, { details }) =>
  plannedOf(artifacts.named<Content>(details.workspaceId, details.contentHash), async (content) =>
    Promise.resolve({ makes: 'speech', ...content }),
  );
