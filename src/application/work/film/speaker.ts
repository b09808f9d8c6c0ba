/** The voice of a film: the one that was asked for, or one of the language of its words. */
import type { Voice } from '../../../ports/engine.ts';
import { ok, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import type { Profile } from '../../settings/profile.ts';
import { languageUnder } from '../../settings/under-profile.ts';
import { AUTO, chooseEngines, type Fits } from '../resolve-engines.ts';
import { chooseVoice, speaksOnTime, voicesOf } from '../speech/choose-voice.ts';
import { languageOf } from '../speech/language-of.ts';

export type Speaker = {
  /** Null: the lines are shown, and not spoken. */
  readonly voice: string | null;
  readonly limitations: readonly string[];
};

/** No voice was asked for. */
export const SILENT: Speaker = { voice: null, limitations: [] };

type Deps = Pick<Services, 'engines' | 'prices'>;

/**
 * `asked`: the id of a voice. Without one `words` tell the language; where they do not, `profile` may. The default
 * voice speaks where neither does.
 * Refusals: those of the engines, voice_unknown.
 */
export const filmSpeaker = async (
  deps: Deps,
  words: string,
  asked: string | undefined,
  profile: Profile,
): Promise<Result<Speaker>> => {
  const language = asked === undefined ? languageUnder(profile, languageOf(words)) : null;
  if (language !== null) return localSpeaker(deps, language);
  const chosen = await chooseVoice(deps, asked, speaksOnTime);
  return chosen.kind === 'refused' ? chosen : ok({ voice: chosen.value.voice, limitations: [] });
};

/**
 * Of the engine that is chosen among those that have a voice of the locale, as BCP 47. Without such a voice the lines
 * are not spoken. Refusals: those of the engines.
 */
export const localSpeaker = async (deps: Deps, locale: string): Promise<Result<Speaker>> => {
  const has: Fits = (engine) => speaksOnTime(engine) && speakerOf(engine.voices ?? [], locale).voice !== null;
  const isSpoken = [...deps.engines.values()].some((engine) => engine.makes.includes('speech') && has(engine));
  const chosen = await chooseEngines(deps, 'speech', AUTO, isSpoken ? has : speaksOnTime);
  if (chosen.kind === 'refused') return chosen;
  return ok(speakerOf(voicesOf(deps, chosen.value[0] ?? ''), locale));
};

/** The voice of this very locale, or one of its language. `locale`: as BCP 47. */
export const speakerOf = (voices: readonly Voice[], locale: string): Speaker => {
  const found = voices.find(({ language }) => sameTag(language, locale)) ?? voices.find(speaks(primaryOf(locale)));
  if (found !== undefined) return { voice: found.id, limitations: [] };
  return {
    voice: null,
    limitations: [`no voice of this deployment speaks ${nameOf(locale)}: the lines are not spoken`],
  };
};

/** `pt-BR` is `pt`. */
export const primaryOf = (locale: string): string => (locale.split(/[-_]/)[0] ?? '').toLowerCase();

/** `und` is the tag of a language that is not known (BCP 47). */
const nameOf = (locale: string): string => (primaryOf(locale) === 'und' ? 'this language' : primaryOf(locale));

const sameTag = (one: string, other: string): boolean =>
  one.replace('_', '-').toLowerCase() === other.replace('_', '-').toLowerCase();

const speaks =
  (language: string) =>
  (voice: Voice): boolean =>
    primaryOf(voice.language) === language;
