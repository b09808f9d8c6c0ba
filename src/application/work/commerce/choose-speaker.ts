/** The voice of a commerce video, by the language of its customer. */
import type { Services } from '../../services/services.ts';
import { localSpeaker, primaryOf, type Speaker, speakerOf } from '../film/speaker.ts';
import { writtenLanguage } from './phrases.ts';

/** `locale` as in BCP 47. A video is made also where no voice speaks its language, and says so. */
export const chooseSpeaker = async (deps: Pick<Services, 'engines' | 'prices'>, locale: string): Promise<Speaker> => {
  const written = writtenLanguage(locale);
  const isForeign = written !== primaryOf(locale);
  const asked = isForeign ? written : locale;
  const chosen = await localSpeaker(deps, asked);
  const speaker = chosen.kind === 'ok' ? chosen.value : speakerOf([], asked);
  const foreign = isForeign ? [`this service writes no ${locale}: the lines are in English`] : [];
  return { ...speaker, limitations: [...foreign, ...speaker.limitations] };
};
