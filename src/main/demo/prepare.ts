/** The preconditions of a plan: a workspace, credits and a project. */
import { declared } from '../../http/contract/operations/registry.ts';
import type { Credits } from './record/answers.ts';
import type { Api } from './api.ts';
import type { Board } from './record/board.ts';
import { creditsOf } from './credits.ts';
import { cut } from '../../application/projects/script/plain-text.ts';
import { storyboardOf } from '../../application/projects/storyboard-by-rule.ts';

/** The most that two hundred frames and the film of them can cost here, and a little to spend first. */
const GRANTS = [
  { pool: 'paid', amount: 3_000, note: 'Demo: paid credits' },
  { pool: 'bonus', amount: 20, note: 'Demo: a welcome bonus, spent first' },
] as const;

const WORKSPACE_NAME_MAX = 80;
const NAME_MAX = 120;

/** A workspace of the demo's own, beside the caller's personal one. */
export const openWorkspace = async (api: Api, { title }: Board): Promise<string> => {
  const { body } = await api.call(declared.createWorkspace, {
    body: { name: cut(title, WORKSPACE_NAME_MAX) },
  });
  return body.workspace.id;
};

export const grant = async (api: Api, workspaceId: string): Promise<Credits> => {
  for (const body of GRANTS) await api.call(declared.grantCredits, { parameters: { workspaceId }, body });
  return creditsOf(api);
};

/** The service makes the storyboard of the screenplay; of a part of its scenes the demo brings the storyboard. */
export const openProject = async (api: Api, board: Board, screenplay: string): Promise<string> => {
  const { body } = await api.call(declared.createProject, {
    body: {
      name: cut(board.title, NAME_MAX),
      script: screenplay,
      ...(board.isPart ? { storyboard: storyboardOf(board.frames) } : {}),
    },
  });
  return body.project.id;
};
