/** The engines of a plan, under the keys of the workspace that plans. */
import type { Services } from './services.ts';

/** The engines that a workspace plans with: one under its own key is in the place of the operator's. */
export const withOwnKeys = async <D extends Pick<Services, 'engines' | 'own'>>(
  deps: D,
  workspaceId: string,
): Promise<D> => {
  const own = await deps.own?.of(workspaceId);
  if (own === undefined || own.size === 0) return deps;
  const engines = new Map(deps.engines);
  for (const [provider, { engine }] of own) engines.set(provider, engine);
  return { ...deps, engines };
};
