/** POST image/generate: one picture, within the request. */
import { contentHash } from '../../kernel/canonical-json.ts';
import { limits } from '../../kernel/limits.ts';
import type { Caller, Idempotency, ImageInput, Result, StoredAnswer } from '../application.ts';
import { requestKey } from '../generation/idempotency.ts';
import { sizeOf } from '../planning/manifest.ts';
import { chooseEngine } from './choose-engine.ts';
import { renderAndWait } from './render-and-wait.ts';
import type { MediaDeps } from './render-and-wait.ts';

export const createGenerateImage =
  (deps: MediaDeps) =>
  async (caller: Caller, input: ImageInput, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const key = requestKey(deps.commands, caller, 'image_generate', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const chosen = await chooseEngine(deps, 'auto');
    if (chosen.kind === 'refused') return chosen;
    const { engine, priceCredits } = chosen.value;
    const { width, height } = sizeOf(input.aspect_ratio ?? '16:9');
    const { prompt } = input;
    return renderAndWait(deps, caller, key, {
      operation: 'image_generate',
      projectId: null,
      engine,
      continuityMode: 'independent',
      scenes: [{ sceneId: 'frame-0', index: 0, priceCredits, seed: seedFrom(prompt, 0) }],
      requests: [{ prompt, negativePrompt: null, styleNotes: null, width, height, referenceKeys: [] }],
    });
  };

/** Without a seed of the caller's, the content decides: the same words draw the same picture. */
export const seedFrom = (content: unknown, index: number): number =>
  parseInt(contentHash([content, index]).slice(0, 8), 16) % (limits.seedMax + 1);
