/** How many answers may be held open at once: in the process, and by one workspace. */
import { limits } from '../../kernel/limits.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';

export type LivePlaces = {
  /** A function that gives the place back, once; or why there is none. */
  take(workspaceId: string): (() => void) | Refusal;
};

/** `onChange` is told how many are taken, each time that it changes. */
export const createLivePlaces = (
  onChange: (taken: number) => void = () => undefined,
  placesMax: number = limits.sseConnectionsMax,
  perWorkspaceMax: number = limits.livePerWorkspaceMax,
): LivePlaces => {
  const byWorkspace = new Map<string, number>();
  let taken = 0;

  const giveBack = (workspaceId: string): (() => void) => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      taken -= 1;
      onChange(taken);
      const left = (byWorkspace.get(workspaceId) ?? 1) - 1;
      if (left === 0) byWorkspace.delete(workspaceId);
      else byWorkspace.set(workspaceId, left);
    };
  };

  return Object.freeze({
    take: (workspaceId: string) => {
      const own = byWorkspace.get(workspaceId) ?? 0;
      if (own >= perWorkspaceMax) return refusal('rate_limited', 'Too many live answers for this workspace');
      if (taken >= placesMax) return refusal('service_unavailable', 'Too many live answers: poll instead');
      taken += 1;
      onChange(taken);
      byWorkspace.set(workspaceId, own + 1);
      return giveBack(workspaceId);
    },
  });
};
