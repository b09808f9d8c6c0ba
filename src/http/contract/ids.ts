/**
 * Ids in paths. Text of any other shape was never an id: it is answered like an unknown id and reaches neither the
 * application nor a store.
 */
import type { ErrorCode } from '../../application/calls/error-codes.ts';
import type { IdPrefix } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';

export type PathId = {
  readonly pattern: RegExp;
  readonly unknown: ErrorCode;
  /** Of an id of another workspace, where it is told from an unknown one. */
  readonly foreign?: ErrorCode;
  /** The flaw of a text of another shape, in words that follow its name, where `unknown` is `validation_failed`. */
  readonly flaw?: string;
  /** As documents show it. */
  readonly example: string;
};

/** 26 characters after the prefix: see `kernel/ids.ts`. */
const form = (prefixes: string): RegExp => new RegExp(`^(${prefixes})_[0-9a-z]{26}$`);

const id = <const E extends ErrorCode>(unknown: E, ...prefixes: readonly IdPrefix[]) => ({
  pattern: form(prefixes.join('|')),
  unknown,
  foreign: 'project_forbidden' as const,
  example: `${prefixes[0] ?? ''}_4e1xq0v6d8mz2r9t7b5c3n1hja`,
});

export const workspaceIdPattern = form('ws');

export const pathIds = {
  projectId: id('project_not_found', 'prj'),
  planId: id('plan_not_found', 'pln'),
  jobId: id('job_not_found', 'job'),
  assetId: id('upload_not_found', 'ast'),
  deliveryId: id('delivery_not_found', 'dlv'),
  webhookId: id('webhook_not_found', 'whk'),
  // As the jobs of each kind name them: requirements of a storyboard, pictures, and the parts of a film.
  taskId: {
    pattern: /^(req_[0-9a-z]{26}|(frame|scene)-[0-9]{1,6}|speech|music|film|report)$/,
    unknown: 'task_not_found',
    example: 'scene-0003',
  },
  // Of an attempt: its hold, and its counts.
  attemptKey: {
    pattern: /^hld_[0-9a-z]{26}(\.[0-9]{1,9}){3}$/,
    unknown: 'not_found',
    example: 'hld_4e1xq0v6d8mz2r9t7b5c3n1hja.3.1.0',
  },
  // An unknown workspace is answered like a foreign one.
  workspaceId: { ...id('workspace_forbidden', 'ws'), foreign: 'workspace_forbidden' },
  // The providers that a deployment may configure.
  provider: { pattern: /^provider_[a-d]$/, unknown: 'not_found', example: 'provider_c' },
  // Any text that a token may have as its subject.
  sub: {
    pattern: new RegExp(`^.{1,${limits.subjectCharsMax}}$`),
    unknown: 'validation_failed',
    flaw: `must be one line of 1 to ${limits.subjectCharsMax} characters`,
    example: 'bob',
  },
} as const satisfies Readonly<Record<string, PathId>>;

const known: Readonly<Record<string, PathId>> = pathIds;

/** The id that a parameter of a path is; undefined for a name that no path has. */
export const pathId = (name: string): PathId | undefined => known[name];

/** A job, or a project for the newest film of it. */
export const downloadId = id('job_not_found', 'job', 'prj');

/** The first one that is no id at all, and its name. `own`: ids of the operation, before the known ones. */
export const unknownId = (
  parameters: Readonly<Record<string, string>>,
  own: Readonly<Record<string, PathId>> = {},
): (Pick<PathId, 'unknown' | 'flaw'> & { readonly name: string }) | undefined => {
  for (const name in parameters) {
    const id = own[name] ?? known[name];
    if (id !== undefined && !id.pattern.test(parameters[name] ?? '')) return { ...id, name };
  }
  return undefined;
};
