/** The progress of a job, as a pure fold of its polls: the lines to show now, and the news since the last poll. */
import type { JobPoll, PolledAttempt, PolledRequirement } from './answers.ts';
import { scoreOf, type Shortfall, shortfallsOf } from './score.ts';

export type Naming = { readonly label: string; readonly title: string };

export type CellState = 'waiting' | 'drawing' | 'scoring' | 'accepted' | 'person' | 'failed' | 'unknown';

/** One frame of the display. */
export type Cell = Naming & {
  readonly attempt: number;
  /** Of the latest attempt that was scored. */
  readonly score: number | null;
  readonly state: CellState;
};

export type Progress = {
  readonly jobId: string;
  readonly operation: JobPoll['job']['operation'];
  readonly status: JobPoll['job']['status'];
  readonly done: number;
  readonly total: number;
  readonly heldCredits: number;
  readonly chargedCredits: number;
  readonly cells: readonly Cell[];
  /** Attempts whose end has been told, as `requirement/number`. */
  readonly told: ReadonlySet<string>;
};

/** An attempt ended. */
export type News = {
  readonly label: string;
  readonly requirementId: string;
  readonly attempt: number;
  readonly engine: string;
  readonly score: number | null;
  readonly verdict: 'pass' | 'fail' | 'none';
  readonly shortfalls: readonly Shortfall[];
  /** Why there is no picture. */
  readonly error: string | null;
  readonly next: 'accepted' | 'another attempt' | 'a person decides' | 'given up' | 'undecided';
};

export type Observed = { readonly progress: Progress; readonly news: readonly News[] };

/** `before`: of the same job, or null at its first poll. */
export const observe = (
  before: Progress | null,
  poll: JobPoll,
  naming: (requirementId: string) => Naming,
): Observed => {
  const told = new Set(before?.told);
  const news: News[] = [];
  for (const requirement of poll.requirements) {
    for (const attempt of requirement.attempts) {
      const key = `${requirement.requirementId}/${attempt.attempt}`;
      if (told.has(key) || !isOver(attempt)) continue;
      told.add(key);
      news.push(newsOf(requirement, attempt, naming(requirement.requirementId)));
    }
  }
  const { id, operation, status, progress, heldCredits, chargedCredits } = poll.job;
  const cells = poll.requirements.map((requirement) => cellOf(requirement, naming(requirement.requirementId)));
  return {
    news,
    progress: { jobId: id, operation, status, ...progress, heldCredits, chargedCredits, cells, told },
  };
};

export const isFinal = (status: JobPoll['job']['status']): boolean => status !== 'queued' && status !== 'running';

const isOver = ({ status }: PolledAttempt): boolean => status === 'scored' || status === 'failed';

const newsOf = (requirement: PolledRequirement, attempt: PolledAttempt, { label }: Naming): News => ({
  label,
  requirementId: requirement.requirementId,
  attempt: attempt.attempt,
  engine: attempt.engine,
  score: attempt.evidence === null ? null : scoreOf(attempt.evidence),
  verdict: attempt.evidence?.verdict ?? 'none',
  shortfalls: attempt.evidence === null ? [] : shortfallsOf(attempt.evidence),
  error: attempt.error?.message ?? null,
  next: nextOf(requirement, attempt),
});

const nextOf = (requirement: PolledRequirement, attempt: PolledAttempt): News['next'] => {
  if (attempt.evidence?.verdict === 'pass') return 'accepted';
  if (requirement.attempts.at(-1) !== attempt) return 'another attempt';
  switch (requirement.status) {
    case 'human_review':
      return 'a person decides';
    case 'failed':
      return 'given up';
    case 'accepted':
      return 'accepted';
    default:
      return 'undecided';
  }
};

const cellOf = (requirement: PolledRequirement, naming: Naming): Cell => {
  const last = requirement.attempts.at(-1);
  const scored = requirement.attempts.findLast(({ evidence }) => evidence !== null);
  return {
    ...naming,
    attempt: last?.attempt ?? 0,
    score: scored?.evidence ? scoreOf(scored.evidence) : null,
    state: stateOf(requirement, last),
  };
};

const stateOf = ({ status }: PolledRequirement, last: PolledAttempt | undefined): CellState =>
  status === 'rendering' && last?.status === 'rendered' ? 'scoring' : STATES[status];

const STATES: Readonly<Record<PolledRequirement['status'], CellState>> = {
  pending: 'waiting',
  rendering: 'drawing',
  accepted: 'accepted',
  failed: 'failed',
  human_review: 'person',
  dispatch_unknown: 'unknown',
};
