/** The end of a period: the whole state as one event; `evolve` takes it back. */
import type { EventOf } from '../../src/kernel/event.ts';
import { workspacePeriodClosed } from '../../events/workspace.ts';
import { membersOf } from './queries.ts';
import type { WorkspaceState } from './state.ts';

type Period = EventOf<typeof workspacePeriodClosed>;

/** Undefined for a workspace that is not active: nothing is ever appended to it again. */
export const closePeriod = (state: WorkspaceState): Period | undefined => {
  if (state.status !== 'active') return undefined;
  const { name, personal, createdAt, creatorKey, ending } = state;
  const providerKeys = [...state.providerKeys].map(([provider, { inForce, replaced }]) => ({
    provider,
    fingerprint: inForce?.fingerprint ?? null,
    object: inForce?.object ?? null,
    replaced,
  }));
  const keys = providerKeys.length === 0 ? {} : { providerKeys };
  const about = { name, personal, createdAt, creatorKey, ...(ending && { ending }) };
  return workspacePeriodClosed({ ...about, members: [...membersOf(state)], ...keys });
};
