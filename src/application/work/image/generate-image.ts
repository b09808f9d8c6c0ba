/** POST image/generate: one picture, within the request. */
import type { Caller, Idempotency, ImageInput, Result, StoredAnswer } from '../../application.ts';
import { requestKey } from '../../generation/idempotency.ts';
import { sizeOf } from '../../planning/manifest.ts';
import { chooseEngine } from '../choose-engine.ts';
import { renderAndWait, type RenderDeps } from '../render-and-wait.ts';
import { drawSeed } from '../seeds.ts';

export const createGenerateImage =
  (deps: RenderDeps) =>
  async (caller: Caller, input: ImageInput, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const key = requestKey(deps, caller, 'image_generate', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const chosen = await chooseEngine(deps, 'auto');
    if (chosen.kind === 'refused') return chosen;
    const { engine, priceCredits } = chosen.value;
    const { width, height } = sizeOf(input.aspect_ratio ?? '16:9');
    const { prompt, seed = drawSeed(deps.ids) } = input;
    const request = { prompt, negativePrompt: null, styleNotes: null, width, height, referenceKeys: [] };
    return renderAndWait(deps, caller, key, {
      kind: 'image',
      operation: 'image_generate',
      projectId: null,
      engine,
      chained: false,
      pictures: [{ seed, priceCredits, request }],
    });
  };
