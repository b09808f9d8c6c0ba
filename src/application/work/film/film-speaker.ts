/** The voice of a film: the one that was asked for, or one of the language of its words. */
import { ok, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import type { Profile } from '../../settings/profile.ts';
import { languageUnder } from '../../settings/under-profile.ts';
import { chooseVoice, speaksOnTime } from '../choose-engine.ts';
import { languageOf } from '../speech/language-of.ts';
import type { Speaker } from '../speech/speaker.ts';
import { localSpeaker } from './local-speaker.ts';

/**
 * `asked`: the id of a voice. Without one `words` tell the language; where they do not, `profile` may. The default
 * voice speaks where neither does.
 * Refusals: those of the engines, voice_unknown.
 */
export const filmSpeaker = async (
  deps: Pick<Services, 'engines' | 'prices'>,
  words: string,
  asked: string | undefined,
  profile: Profile,
): Promise<Result<Speaker>> => {
  const language = asked === undefined ? languageUnder(profile, languageOf(words)) : null;
  if (language !== null) return localSpeaker(deps, language);
  const chosen = await chooseVoice(deps, asked, speaksOnTime);
  return chosen.kind === 'refused' ? chosen : ok({ voice: chosen.value.voice, limitations: [] });
};
