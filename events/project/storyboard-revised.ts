import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';
import { storyboardMembers } from './common.ts';

/** The storyboard is now this one, kept as an artifact; it remembers the script revision that it was made from. */
export const storyboardRevised = defineEvent(
  'project',
  'StoryboardRevised',
  object({ storyboardRevisionId: id, ...storyboardMembers }),
);
