/** Pictures without QA: their tasks, and the content of each, which is one entry of an artifact. */
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import { assert } from '../../kernel/faults.ts';
import type { Artifacts } from '../services/artifacts.ts';
import type { PictureContent } from './content.ts';
import type { Wanted } from './answer-call.ts';

export type Picture = { readonly seed: number; readonly request: PictureContent };

/** `chained`: each picture continues the one before it. */
export const wantPictures = (
  [engine = '']: readonly string[],
  pictures: readonly Picture[],
  chained: boolean,
): Pick<Wanted, 'settle' | 'engines' | 'content' | 'tasks'> => ({
  settle: 'each',
  engines: [{ makes: 'image', names: [engine] }],
  content: pictures.map(({ request }) => request),
  tasks: pictures.map(({ seed }, index) => ({
    taskId: taskIdOf(index),
    seed,
    after: chained && index > 0 ? [taskIdOf(index - 1)] : [],
    priced: { makes: 'image' },
  })),
});

const taskIdOf = (index: number): string => `frame-${index}`;

/** The content of a task; the picture that it continues comes first. */
export const pictureContent = async (
  artifacts: Artifacts,
  { workspaceId, contentHash }: JobDetails,
  { index, previousAsset }: TaskState,
): Promise<PictureContent> => {
  const request = (await artifacts.named<readonly PictureContent[]>(workspaceId, contentHash))[index];
  assert(request !== undefined, `the request ${contentHash} asks for no task ${index}`);
  const { referenceKeys } = request;
  return previousAsset === null ? request : { ...request, referenceKeys: [previousAsset.key, ...referenceKeys] };
};
