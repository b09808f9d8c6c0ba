/** What every event about one attempt at a scene names. */
import { integer } from '../../src/kernel/shape.ts';
import { count, id } from '../common.ts';

export const sceneAttemptMembers = {
  sceneId: id,
  index: count,
  attempt: integer({ minimum: 1 }),
  attemptKey: id,
} as const;
