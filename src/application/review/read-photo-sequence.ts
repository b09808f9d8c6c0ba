/** Plan, frames and lifecycle of a photo sequence. Spends nothing and changes nothing. */
import { decidersOf, photoSequence } from '../../../projections/photo-sequence/view.ts';
import type { Caller } from '../calls/caller.ts';
import { refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import { behind, documentRead, positionFor, shortHash, type Freshness, type Read } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { readSequence } from './sequence.ts';

export const createReadPhotoSequence =
  (side: ReadSide & { readonly projects: ProjectGate }) =>
  async (caller: Caller, projectId: string, planId: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const gate = await side.projects(caller, projectId);
    if (gate.kind === 'refused') return gate;
    const position = positionFor(side, caller, fresh);
    const found = await readSequence(side, { owner: caller.workspaceId, position, id: planId });
    if (found === 'behind') return behind;
    if (found === undefined) return refused('plan_not_found', `there is no plan ${planId}`);
    const { owner, body } = found.document;
    if (owner !== caller.workspaceId) {
      return refused('project_forbidden', `the plan ${planId} is not in the current workspace`);
    }
    if (body.plan.projectId !== projectId) {
      return refused('plan_not_found', `there is no plan ${planId} in this project`);
    }
    const names = await side.people.namesOf(decidersOf(body.plan));
    // A name is no part of the documents: a copy that shows another one is another copy.
    const etag = names.size === 0 ? found.etag : `${found.etag}.${shortHash(JSON.stringify([...names]))}`;
    return documentRead(photoSequence(body.plan, body.jobs, names), { ...found, etag }, fresh);
  };
