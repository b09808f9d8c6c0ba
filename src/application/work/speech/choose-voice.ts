/** The voice that speaks, and its engine. */
import type { Voice } from '../../../ports/engine.ts';
import { ok, refused, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import { AUTO, chooseEngines, type Fits } from '../resolve-engines.ts';

type ChosenVoice = { readonly engine: string; readonly voice: string };

/**
 * The engine that speaks with the voice of that id; the default id is the first voice of any. `fits`: of the engines
 * that may speak at all. Refusals: voice_unknown, and those of the engines.
 */
export const chooseVoice = async (
  deps: Pick<Services, 'engines' | 'prices'>,
  asked: string = DEFAULT_VOICE,
  fits: Fits = () => true,
): Promise<Result<ChosenVoice>> => {
  const speakers = [...deps.engines.values()].filter((engine) => engine.makes.includes('speech') && fits(engine));
  const has: Fits = (engine) => fits(engine) && (asked === DEFAULT_VOICE || hasVoice(asked)(engine));
  if (speakers.length > 0 && !speakers.some(has)) {
    const voices = speakers.flatMap((engine) => (engine.voices ?? []).map(({ id }) => id));
    return refused('voice_unknown', `there is no voice ${asked}`, { voices });
  }
  const chosen = await chooseEngines(deps, 'speech', AUTO, has);
  if (chosen.kind === 'refused') return chosen;
  const [engine = ''] = chosen.value;
  const voices = voicesOf(deps, engine);
  const voice = asked === DEFAULT_VOICE ? voices[0]?.id : asked;
  if (voice === undefined) return refused('voice_unknown', `there is no voice ${asked}`, { voices: [] });
  return ok({ engine, voice });
};

/** `engine`: as it was chosen. */
export const voicesOf = ({ engines }: Pick<Services, 'engines'>, engine: string): readonly Voice[] =>
  [...engines.values()].find(({ name }) => name === engine)?.voices ?? [];

/** Another engine has other voices. */
export const hasVoice =
  (id: string): Fits =>
  ({ voices = [] }) =>
    voices.some((voice) => voice.id === id);

/** The lines of a film begin with their scenes. */
export const speaksOnTime: Fits = ({ untimed }) => untimed !== true;

/** spec: "voice_id (string, default speech-2.8-hd)". */
export const DEFAULT_VOICE = 'speech-2.8-hd';
