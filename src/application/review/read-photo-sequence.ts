/** Plan, frames and lifecycle of a photo sequence. Spends nothing and changes nothing. */
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { decidersOf, photoSequence } from '../../../projections/photo-sequence.ts';
import { isFault } from '../../kernel/faults.ts';
import type { Caller } from '../calls/caller.ts';
import { foreign, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ProjectGate } from '../projects/project-gate.ts';
import { behind, documentRead, positionFor, shortHash, type Freshness, type Read } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Services } from '../services/services.ts';
import { isOutdated } from '../work/storyboard/take-over.ts';
import { readSequence, type Sequence } from './sequence.ts';

type Side = ReadSide & Pick<Services, 'artifacts'> & { readonly projects: ProjectGate };

export const createReadPhotoSequence =
  (side: Side) =>
  async (caller: Caller, projectId: string, planId: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const gate = await side.projects(caller, projectId);
    if (gate.kind === 'refused') return gate;
    const position = positionFor(side, caller, fresh);
    const found = await readSequence(side, { owner: caller.workspaceId, position, id: planId });
    if (found === 'behind') return behind;
    if (found === undefined) return refused('plan_not_found', `there is no plan ${planId}`);
    const { owner, body } = found.document;
    if (owner !== caller.workspaceId) return foreign('plan', planId);
    if (body.plan.projectId !== projectId) {
      return refused('plan_not_found', `there is no plan ${planId} in this project`);
    }
    const names = await side.people.namesOf(decidersOf(body.plan));
    // A name is no part of the documents: a copy that shows another one is another copy.
    const named = names.size === 0 ? found.etag : `${found.etag}.${shortHash(JSON.stringify([...names]))}`;
    const outdated = await isOver(side, owner, body);
    const etag = outdated ? `${named}.o` : named;
    return documentRead(photoSequence(body.plan, body.jobs, names, outdated), { ...found, etag }, fresh);
  };

/** A plan without a job may have no event of its own about its end: its project knows. */
const isOver = async (
  side: Side,
  workspaceId: string,
  { plan: { projectId, manifestHash, supersededBy }, jobs }: Sequence,
): Promise<boolean> => {
  if (supersededBy !== null || jobs.length > 0) return false;
  try {
    const { state } = await side.commands.readRecent(projectDecider, projectStream(projectId), 0);
    return await isOutdated(side, state, { workspaceId, manifestHash });
  } catch (error) {
    // The read model goes on without the log and the objects. A review or a repair asks again.
    if (isFault(error, 'unavailable')) return false;
    throw error;
  }
};
