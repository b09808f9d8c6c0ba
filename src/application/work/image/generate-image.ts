/** POST image/generate: one picture, within the request. */
import type { Caller } from '../../calls/caller.ts';
import { type Idempotency, requestKey } from '../../calls/idempotency.ts';
import type { Result } from '../../calls/result.ts';
import type { StoredAnswer } from '../../calls/stored-answer.ts';
import { withOwnKeys } from '../../services/with-own-keys.ts';
import { meetProfile } from '../../settings/meet-profile.ts';
import { styleUnder } from '../../settings/under-profile.ts';
import { chooseEngine } from '../choose-engine.ts';
import { pictureTasks } from '../picture-tasks.ts';
import { renderAndWait, type RenderDeps } from '../render-and-wait.ts';
import { drawSeed } from '../seeds.ts';
import { sizeOf } from '../sizes.ts';

export type ImageInput = { readonly prompt: string; readonly aspect_ratio?: string; readonly seed?: number };

export const createGenerateImage =
  (deps: RenderDeps) =>
  async (caller: Caller, input: ImageInput, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const key = requestKey(deps, caller, 'image_generate', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const profile = await meetProfile(deps, caller, [input.prompt]);
    if (profile.kind === 'refused') return profile;
    const chosen = await chooseEngine(await withOwnKeys(deps, caller.workspaceId), 'auto');
    if (chosen.kind === 'refused') return chosen;
    const { engine, priceCredits } = chosen.value;
    const { width, height } = sizeOf(input.aspect_ratio ?? '16:9');
    const { prompt, seed = drawSeed(deps.ids) } = input;
    const style = styleUnder(profile.value, { negativePrompt: null, styleNotes: null });
    const request = { prompt, ...style, width, height, referenceKeys: [] };
    const wanted = pictureTasks(engine, [{ seed, priceCredits, request }], false);
    const job = { kind: 'image', operation: 'image_generate', projectId: null, ...wanted } as const;
    return renderAndWait(deps, caller, key, job);
  };
