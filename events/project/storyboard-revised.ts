import { defineEvent } from '../../src/kernel/event.ts';
import { boolean, object, optional } from '../../src/kernel/shape.ts';
import { count, hash, id, nullableId } from '../common.ts';

/** The storyboard is now this one, kept as an artifact; it remembers the script revision that it was made from. */
export const storyboardRevised = defineEvent(
  'project',
  'StoryboardRevised',
  object({
    storyboardRevisionId: id,
    artifactHash: hash,
    frameCount: count,
    scriptRevisionId: nullableId,
    /** True: the rule made it of that script, and makes it anew when the script moves. */
    followsScript: optional(boolean()),
  }),
);
