/** The tasks of pictures without QA. */
import type { JobTask } from '../../../events/job.ts';
import type { PictureContent } from './content.ts';
import type { Wanted } from './start-call.ts';

export type Picture = {
  readonly seed: number;
  readonly priceCredits: number;
  readonly request: PictureContent;
};

/** `chained`: each picture continues the one before it. */
export const pictureTasks = (
  engine: string,
  pictures: readonly Picture[],
  chained: boolean,
): Pick<Wanted, 'settle' | 'engines' | 'content' | 'tasks'> => ({
  settle: 'each',
  engines: [{ makes: 'image', names: [engine] }],
  content: pictures.map(({ request }) => request),
  tasks: pictures.map(({ seed, priceCredits }, index): JobTask => ({
    taskId: taskIdOf(index),
    index,
    makes: 'image',
    after: chained && index > 0 ? [taskIdOf(index - 1)] : [],
    judged: false,
    priceCredits,
    attemptsMax: 1,
    seed,
  })),
});

const taskIdOf = (index: number): string => `frame-${index}`;
