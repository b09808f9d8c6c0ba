/** POST image/generate: one picture, within the request. */
import { requestKey } from '../../calls/idempotency.ts';
import { ok } from '../../calls/result.ts';
import { meetProfile } from '../../settings/read-profile.ts';
import { styleUnder } from '../../settings/under-profile.ts';
import { chooseEngines } from '../resolve-engines.ts';
import { answerCall, type JobCall } from '../answer-call.ts';
import { wantPictures } from '../pictures.ts';
import { drawSeed } from '../seeds.ts';
import { sizeOf } from '../sizes.ts';

type ImageInput = { readonly prompt: string; readonly aspect_ratio?: string; readonly seed?: number };

const OPERATION = 'image_generate';

export const createGenerateImage: JobCall<ImageInput> = (services) => async (caller, input, idempotency) =>
  answerCall(services, caller, requestKey(services, caller, OPERATION, idempotency), async (deps) => {
    const profile = await meetProfile(deps, caller, [input.prompt]);
    if (profile.kind === 'refused') return profile;
    const engines = await chooseEngines(deps, 'image');
    if (engines.kind === 'refused') return engines;
    const { prompt, seed = drawSeed(deps.ids) } = input;
    const style = styleUnder(profile.value, { negativePrompt: null, styleNotes: null });
    const request = { prompt, ...style, ...sizeOf(input.aspect_ratio ?? '16:9'), referenceKeys: [] };
    const wanted = wantPictures(engines.value, [{ seed, request }], false);
    return ok({ kind: 'image', operation: OPERATION, projectId: null, ...wanted });
  });
