/** Every event of the category `project`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { generationClaimed } from './generation-claimed.ts';
import { generationEnded } from './generation-ended.ts';
import { projectCreated } from './project-created.ts';
import { projectPeriodClosed } from './project-period-closed.ts';
import { scriptRevised } from './script-revised.ts';
import { storyboardRevised } from './storyboard-revised.ts';

export { generationClaimed, generationEnded, projectCreated, projectPeriodClosed, scriptRevised, storyboardRevised };

export type ProjectEvent = EventOf<
  | typeof generationClaimed
  | typeof generationEnded
  | typeof projectCreated
  | typeof projectPeriodClosed
  | typeof scriptRevised
  | typeof storyboardRevised
>;
