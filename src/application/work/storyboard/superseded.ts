/** The plans that the first claim of a manifest ends, each at its revision when the manifest was planned. */
import type { ProjectState } from '../../../../commands/project/state.ts';
import type { CommandHandler } from '../../log/command-handler.ts';
import { readPlans } from './frame-facts.ts';
import type { Manifest } from './manifest.ts';

export const supersededBy = (project: ProjectState, manifestHash: string, manifest: Manifest): Manifest['supersedes'] =>
  project.generated?.manifestHash === manifestHash ? [] : manifest.supersedes;

/**
 * Before anything is claimed or held; the start itself meets later decisions on one of them. One that `byManifestHash`
 * has ended already is as it should be.
 */
export const areAsPlanned = async (
  commands: Pick<CommandHandler, 'read'>,
  plans: Manifest['supersedes'],
  byManifestHash?: string,
): Promise<boolean> => {
  const standing = await readPlans(
    commands,
    plans.map(({ planId }) => planId),
  );
  return standing.every(
    ({ planId, revision, state }) =>
      plans.some((one) => one.planId === planId && one.revision === revision) ||
      (byManifestHash !== undefined && state.supersededBy === byManifestHash),
  );
};
