/** The voice of a commerce video, by the language of its customer. */
import type { Voice } from '../../../ports/engine.ts';
import type { Services } from '../../services/services.ts';
import { chooseEngines } from '../choose-engine.ts';
import { primaryOf, writtenLanguage } from './phrases.ts';

export type Speaker = {
  /** Null: the lines are shown, and not spoken. */
  readonly voice: string | null;
  readonly limitations: readonly string[];
};

/** `locale` as in BCP 47. A video is made also where no voice speaks its language, and says so. */
export const chooseSpeaker = async (deps: Pick<Services, 'engines' | 'prices'>, locale: string): Promise<Speaker> => {
  const written = writtenLanguage(locale);
  const foreign = written === primaryOf(locale) ? [] : [`this service writes no ${locale}: the lines are in English`];
  const engines = await chooseEngines(deps, 'speech');
  const [name = ''] = engines.kind === 'ok' ? engines.value : [];
  const voices = deps.engines.get(name)?.voices ?? [];
  const found = voices.find(({ language }) => sameTag(language, locale)) ?? voices.find(speaks(written));
  if (found !== undefined) return { voice: found.id, limitations: foreign };
  const mute = `no voice of this deployment speaks ${written}: the lines are shown as captions`;
  return { voice: null, limitations: [...foreign, mute] };
};

const sameTag = (one: string, other: string): boolean =>
  one.replace('_', '-').toLowerCase() === other.replace('_', '-').toLowerCase();

const speaks =
  (written: string) =>
  ({ language }: Voice): boolean =>
    primaryOf(language) === written;
