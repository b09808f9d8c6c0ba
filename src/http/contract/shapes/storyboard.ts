/** Storyboards as clients send them (spec, StoryboardPhotoBatchRequest). */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, named, namedObject, oneOf, optional, string } from '../../../kernel/shape.ts';
import type { BodyRule } from '../operation.ts';
import { aspectRatio, continuityMode, spendBody, url, visibleText } from './common.ts';

export const prompt = visibleText(
  limits.promptCharsMax,
  'EXT. HARBOUR - DAY. Wide shot of a fishing boat at the quay.',
);
const referenceImageUrls = array(url, { maxItems: limits.referenceUrlsMax });

const frame = namedObject('StoryboardFrame', {
  prompt,
  title: optional(string({ maxLength: limits.frameTitleCharsMax, examples: ['Arrival'] })),
  role: optional(named('FrameRole', oneOf(['start', 'end']))),
  sceneId: optional(string({ maxLength: limits.sceneIdCharsMax })),
  referenceImageUrls: optional(referenceImageUrls),
});

const settings = {
  continuityMode: optional(continuityMode),
  aspectRatio: optional(aspectRatio),
  engine: optional(
    named(
      'EngineChoice',
      oneOf(['auto', 'service_images', 'provider_c'], {
        default: 'auto',
        description: '`auto` takes the first that can be reached',
      }),
    ),
  ),
  referenceImageUrls: optional(referenceImageUrls),
  styleNotes: optional(string({ maxLength: limits.styleNotesCharsMax, examples: ['Ink and wash, crisp detail.'] })),
  negativePrompt: optional(string({ maxLength: limits.negativePromptCharsMax })),
  seed: optional(integer({ minimum: 0, maximum: limits.seedMax })),
};

export const storyboard = namedObject('Storyboard', {
  frames: array(frame, { minItems: 1, maxItems: limits.framesMax }),
  ...settings,
});

export const storyboardBatchRequest = named(
  'StoryboardPhotoBatchRequest',
  spendBody({
    projectId: string({
      pattern: '^[a-zA-Z0-9_-]+$',
      description: 'letters, digits, _ and -',
      minLength: limits.projectIdCharsMin,
      maxLength: limits.projectIdCharsMax,
      examples: ['prj_4e1xq0v6d8mz2r9t7b5c3n1hja'],
    }),
    prompt,
    count: integer({ minimum: 1, maximum: limits.framesMax }),
    frames: optional(array(frame, { maxItems: limits.framesMax, description: 'exactly `count` of them' })),
    ...settings,
  }),
);

type Referring = { readonly continuityMode?: string; readonly referenceImageUrls?: readonly string[] };

/** `master_reference` needs something to refer to (spec, 2.2). `at`: pointer to the storyboard. */
const referenceFlaws = (at: string, { continuityMode, referenceImageUrls = [] }: Referring) =>
  continuityMode === 'master_reference' && referenceImageUrls.length === 0
    ? [
        {
          pointer: `${at}/referenceImageUrls`,
          message: 'must name a reference when continuityMode is master_reference',
        },
      ]
    : [];

/** Of a body that is a storyboard itself. */
export const needsReference: BodyRule<Referring> = {
  of: ['continuityMode', 'referenceImageUrls'],
  flaws: (body) => referenceFlaws('', body),
};

/** Of a body that may have one. */
export const storyboardNeedsReference: BodyRule<{ readonly storyboard?: Referring }> = {
  of: ['storyboard'],
  flaws: ({ storyboard: found = {} }) => referenceFlaws('/storyboard', found),
};

export const framesMatchCount: BodyRule<{ readonly count: number; readonly frames?: readonly unknown[] }> = {
  of: ['count', 'frames'],
  flaws: ({ count, frames }) =>
    frames === undefined || frames.length === count
      ? []
      : [{ pointer: '/frames', message: `must contain exactly ${count} entries, as count says` }],
};
