import { defineEvent } from '../../src/kernel/event.ts';
import { object, string } from '../../src/kernel/shape.ts';
import { count, id } from '../common.ts';

/** The scene will not be rendered; its credits go back. */
export const mediaSceneFailed = defineEvent(
  'media',
  'MediaSceneFailed',
  object({ sceneId: id, index: count, code: string({ maxLength: 100 }), message: string({ maxLength: 500 }) }),
);
