/** A voice by its language, of the engine that is chosen among those that have one. */
import { ok, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import { chooseEngines, voicesOf, speaksOnTime } from '../choose-engine.ts';
import type { Fits } from '../resolve-engines.ts';
import { AUTO } from '../route.ts';
import { type Speaker, speakerOf } from '../speech/speaker.ts';

/** `locale`: as BCP 47. Without such a voice the lines are not spoken. Refusals: those of the engines. */
export const localSpeaker = async (
  deps: Pick<Services, 'engines' | 'prices'>,
  locale: string,
): Promise<Result<Speaker>> => {
  const has: Fits = (engine) => speaksOnTime(engine) && speakerOf(engine.voices ?? [], locale).voice !== null;
  const isSpoken = [...deps.engines.values()].some((engine) => engine.makes.includes('speech') && has(engine));
  const chosen = await chooseEngines(deps, 'speech', AUTO, isSpoken ? has : speaksOnTime);
  if (chosen.kind === 'refused') return chosen;
  return ok(speakerOf(voicesOf(deps, chosen.value[0] ?? ''), locale));
};
