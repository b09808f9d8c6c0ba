/** The voice of a film: the one that was asked for, or one of the language of its words. */
import { ok, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import { chooseEngines, chooseVoice, DEFAULT_VOICE } from '../choose-engine.ts';
import { languageOf } from '../speech/language-of.ts';
import { type Speaker, speakerOf } from '../speech/speaker.ts';

/**
 * `asked`: the id of a voice; without one `words` tell the language, and the default voice speaks where they do not.
 * Refusals: those of the engines, voice_unknown.
 */
export const filmSpeaker = async (
  deps: Pick<Services, 'engines' | 'prices'>,
  words: string,
  asked: string | undefined,
): Promise<Result<Speaker>> => {
  const engines = await chooseEngines(deps, 'speech');
  if (engines.kind === 'refused') return engines;
  const engine = deps.engines.get(engines.value[0] ?? '');
  const language = asked === undefined ? languageOf(words) : null;
  if (language !== null) return ok(speakerOf(engine?.voices ?? [], language));
  const voice = chooseVoice(engine, asked ?? DEFAULT_VOICE);
  return voice.kind === 'refused' ? voice : ok({ voice: voice.value, limitations: [] });
};
