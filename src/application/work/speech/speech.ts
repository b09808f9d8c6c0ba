/** POST audio/tts: spoken text, within the request. */
import type { SpeechRequest } from '../../../ports/engine.ts';
import { requestKey } from '../../calls/idempotency.ts';
import { ok } from '../../calls/result.ts';
import { meetProfile } from '../../settings/read-profile.ts';
import { type PlanTask, plannedOf } from '../content.ts';
import { answerCall, type JobCall } from '../answer-call.ts';
import { wantOne } from '../job-tasks.ts';
import { chooseVoice } from './choose-voice.ts';
import { wordCount } from './spoken.ts';

type SpeechInput = { readonly text: string; readonly voice_id?: string };

type Content = Pick<SpeechRequest, 'lines' | 'voice'>;

const OPERATION = 'tts';

/** Nothing about speech is drawn by chance. */
const SEED = 0;

export const createSpeak: JobCall<SpeechInput> = (services) => async (caller, input, idempotency) =>
  answerCall(services, caller, requestKey(services, caller, OPERATION, idempotency), async (deps) => {
    const { text, voice_id: asked } = input;
    const profile = await meetProfile(deps, caller, [text]);
    if (profile.kind === 'refused') return profile;
    const chosen = await chooseVoice(deps, asked);
    if (chosen.kind === 'refused') return chosen;
    const { engine, voice } = chosen.value;
    const content: Content = { lines: [{ text, startMs: null }], voice };
    const task = { seed: SEED, priced: { makes: 'speech', words: wordCount(text) } } as const;
    return ok({ kind: 'speech', operation: OPERATION, content, ...wantOne([engine], task) });
  });

export const planSpeech: PlanTask = async ({ artifacts }, { details }) =>
  plannedOf(artifacts.named<Content>(details.workspaceId, details.contentHash), async (content) =>
    Promise.resolve({ makes: 'speech', ...content }),
  );
