/**
 * Ids as they stand in paths. Text of any other shape was never given to anyone: it is answered like an unknown id and
 * reaches neither the application nor a store.
 */
import type { ErrorCode } from '../../kernel/error-codes.ts';
import type { Parameters } from './operation.ts';

export type PathId = { readonly pattern: RegExp; readonly unknown: ErrorCode };

/** 26 characters after the prefix: see `kernel/ids.ts`. */
const id = (prefixes: string): RegExp => new RegExp(`^(?:${prefixes})_[0-9a-z]{26}$`);

export const workspaceIdPattern = id('ws');

export const pathIds = {
  projectId: { pattern: id('prj'), unknown: 'project_not_found' },
  planId: { pattern: id('pln'), unknown: 'plan_not_found' },
  jobId: { pattern: id('job|med'), unknown: 'job_not_found' },
  // An unknown workspace is answered like a foreign one (contract, section 3, DELETE workspaces).
  workspaceId: { pattern: workspaceIdPattern, unknown: 'workspace_forbidden' },
} as const satisfies Readonly<Record<string, PathId>>;

const known: Readonly<Record<string, PathId>> = pathIds;

/** The refusal's code when one of them is no id at all. */
export const unknownId = (parameters: Parameters): ErrorCode | undefined => {
  for (const name in parameters) {
    const id = known[name];
    if (id !== undefined && !id.pattern.test(parameters[name] ?? '')) return id.unknown;
  }
  return undefined;
};
