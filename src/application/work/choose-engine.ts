/** The engine of a call without a plan: named and not there is refused, `auto` takes the first that fits. */
import { imagePrice } from '../../kernel/pricing.ts';
import type { Engine, Makes } from '../../ports/engine.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Services } from '../services/services.ts';
import { resolveEngines } from './resolve-engines.ts';

type Deps = Pick<Services, 'engines' | 'prices'>;

/** The engines that may make an output, the chosen one first. */
export const chooseEngines = async (deps: Deps, makes: Makes, asked = 'auto'): Promise<Result<readonly string[]>> => {
  const { engines, blockers } = await resolveEngines(deps, asked, makes);
  const [blocker] = blockers;
  if (blocker === undefined) return ok(engines);
  const code = blocker.code === 'provider_unavailable' ? 'provider_unavailable' : 'provider_not_configured';
  return refused(code, blocker.message, { engine: asked, makes });
};

export type ChosenEngine = { readonly engine: string; readonly priceCredits: number };

/** Of a picture. */
export const chooseEngine = async (deps: Deps, asked: string): Promise<Result<ChosenEngine>> => {
  const chosen = await chooseEngines(deps, 'image', asked);
  if (chosen.kind === 'refused') return chosen;
  const engine = chosen.value[0] ?? '';
  return ok({ engine, priceCredits: imagePrice(deps.prices, engine) ?? 0 });
};

/** The voice of that id; the default id is the first voice of the engine. Refusal: voice_unknown. */
export const chooseVoice = (engine: Pick<Engine, 'voices'> | undefined, asked: string): Result<string> => {
  const voices = engine?.voices ?? [];
  const found = asked === DEFAULT_VOICE ? voices[0] : voices.find(({ id }) => id === asked);
  if (found !== undefined) return ok(found.id);
  return refused('voice_unknown', `there is no voice ${asked}`, { voices: voices.map(({ id }) => id) });
};

/** spec: "voice_id (string, default speech-2.8-hd)". */
export const DEFAULT_VOICE = 'speech-2.8-hd';
