/** The answer to a call that made or changed a project. */
import { projectItem } from '../../../projections/project-list/view.ts';
import { assert } from '../../kernel/faults.ts';
import { ok, type Result } from '../calls/result.ts';
import { type Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { projectFromStream } from './project-document.ts';

/** From its own stream: it was just written, and no read model need be waited for. */
export const projectAnswer = async (
  side: Pick<ReadSide, 'commands' | 'streams'>,
  projectId: string,
): Promise<Result<Body>> => {
  const found = await projectFromStream(side, projectId);
  assert(found !== undefined, `the project ${projectId} was found a moment ago`);
  return ok({ ok: true, project: projectItem(found.body, found.owner) });
};
