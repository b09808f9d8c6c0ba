/** The voice of a film: the one that was asked for, or one of the language of its words. */
import { ok, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import { chooseVoice, speaksOnTime } from '../choose-engine.ts';
import { languageOf } from '../speech/language-of.ts';
import type { Speaker } from '../speech/speaker.ts';
import { localSpeaker } from './local-speaker.ts';

/**
 * `asked`: the id of a voice; without one `words` tell the language, and the default voice speaks where they do not.
 * Refusals: those of the engines, voice_unknown.
 */
export const filmSpeaker = async (
  deps: Pick<Services, 'engines' | 'prices'>,
  words: string,
  asked: string | undefined,
): Promise<Result<Speaker>> => {
  const language = asked === undefined ? languageOf(words) : null;
  if (language !== null) return localSpeaker(deps, language);
  const chosen = await chooseVoice(deps, asked, speaksOnTime);
  return chosen.kind === 'refused' ? chosen : ok({ voice: chosen.value.voice, limitations: [] });
};
