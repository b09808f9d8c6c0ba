/** The voice of a film, by the language of its words. */
import type { Voice } from '../../../ports/engine.ts';

export type Speaker = {
  /** Null: the lines are shown, and not spoken. */
  readonly voice: string | null;
  readonly limitations: readonly string[];
};

/** No voice was asked for. */
export const SILENT: Speaker = { voice: null, limitations: [] };

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
