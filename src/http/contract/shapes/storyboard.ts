/** Storyboards as clients send them (spec, StoryboardPhotoBatchRequest; contract, section 5). */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, object, oneOf, optional, string } from '../../../kernel/shape.ts';
import type { BodyRule } from '../operation.ts';
import { spendBody, url } from './common.ts';

const prompt = string({ minLength: 1, maxLength: limits.promptCharsMax });
const referenceImageUrls = array(url, { maxItems: limits.referenceUrlsMax });

const frame = object({
  prompt,
  title: optional(string({ maxLength: limits.frameTitleCharsMax })),
  role: optional(oneOf(['start', 'end'])),
  sceneId: optional(string({ maxLength: limits.sceneIdCharsMax })),
  referenceImageUrls: optional(referenceImageUrls),
});

const settings = {
  continuityMode: optional(oneOf(['independent', 'master_reference', 'chain'], { default: 'chain' })),
  aspectRatio: optional(oneOf(['16:9', '9:16', '1:1'], { default: '16:9' })),
  engine: optional(oneOf(['auto', 'service_images', 'provider_c'], { default: 'auto' })),
  referenceImageUrls: optional(referenceImageUrls),
  styleNotes: optional(string({ maxLength: limits.styleNotesCharsMax })),
  negativePrompt: optional(string({ maxLength: limits.negativePromptCharsMax })),
  seed: optional(integer({ minimum: 0, maximum: limits.seedMax })),
};

export const storyboard = object({
  frames: array(frame, { minItems: 1, maxItems: limits.framesMax }),
  ...settings,
});

export const storyboardBatchRequest = spendBody({
  projectId: string({
    pattern: '^[a-zA-Z0-9_-]+$',
    description: 'letters, digits, _ and -',
    minLength: limits.projectIdCharsMin,
    maxLength: limits.projectIdCharsMax,
  }),
  prompt,
  count: integer({ minimum: 1, maximum: limits.framesMax }),
  frames: optional(array(frame, { maxItems: limits.framesMax, description: 'exactly `count` of them' })),
  ...settings,
});

type Referring = { readonly continuityMode?: string; readonly referenceImageUrls?: readonly string[] };

/** `master_reference` needs something to refer to (spec, 2.2). `at`: pointer to the storyboard. */
export const needsReference =
  <B>(at: string, storyboardOf: (body: B) => Referring | undefined): BodyRule<B> =>
  (body) => {
    const found = storyboardOf(body);
    if (found?.continuityMode !== 'master_reference' || (found.referenceImageUrls ?? []).length > 0) return undefined;
    return {
      pointer: `${at}/referenceImageUrls`,
      message: 'must name a reference when continuityMode is master_reference',
    };
  };

export const framesMatchCount: BodyRule<{ readonly count: number; readonly frames?: readonly unknown[] }> = (body) =>
  body.frames === undefined || body.frames.length === body.count
    ? undefined
    : { pointer: '/frames', message: `must contain exactly ${body.count} entries, as count says` };
