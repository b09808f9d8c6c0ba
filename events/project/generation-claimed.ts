import { defineEvent } from '../../src/kernel/event.ts';
import { claim } from './common.ts';

/** Step 1 of the start of paid work: one job takes the storyboard until `GenerationEnded` with the same number. */
export const generationClaimed = defineEvent('project', 'GenerationClaimed', claim);
