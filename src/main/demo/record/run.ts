/** The record of a run, gathered at its end: the source of the checks, of the page and of the statement. */
import type {
  Asset,
  Capability,
  Credits,
  Evidence,
  JobPoll,
  JobRead,
  LedgerEntry,
  PhotoSequence,
  PolledAttempt,
  WorkPlan,
} from './answers.ts';
import type { Board, BoardFrame } from './board.ts';

export type Review = {
  readonly requirementId: string;
  readonly label: string;
  readonly decision: 'accept' | 'repair';
  readonly note: string;
  readonly additions: readonly string[];
};

/** The same generate call again, under the same key. */
export type Replay = {
  readonly replayed: boolean;
  readonly firstJobId: string;
  readonly jobId: string;
  readonly before: Credits;
  readonly after: Credits;
};

export type Run = {
  readonly board: Board;
  readonly workspaceId: string;
  readonly projectId: string;
  readonly plan: WorkPlan;
  /** Whether planning moved any credit. */
  readonly planMovedCredits: boolean;
  /** The film of the accepted frames; null for none. */
  readonly film: FilmRecord | null;
  /** Storyboard jobs in the order in which they were started, polled once more at the end. */
  readonly jobs: readonly JobPoll[];
  readonly sequences: readonly PhotoSequence[];
  readonly reviews: readonly Review[];
  readonly replay: Replay | null;
  readonly credits: Credits;
  readonly entries: readonly LedgerEntry[];
  readonly engine: Capability | null;
  /** Every picture that was fetched, by the hash that the service gave for it. */
  readonly pictures: ReadonlyMap<string, Picture>;
};

export type FilmRecord = {
  /** Its job at the end. */
  readonly read: JobRead;
  /** Null where the job made none. */
  readonly file: (Picture & { readonly hash: string; readonly seconds: number }) | null;
};

export type Picture = {
  readonly bytes: Uint8Array;
  /** Of the bytes as they came, in the form `sha256:<hex>`. */
  readonly actualHash: string;
};

export type AttemptResult = PolledAttempt & { readonly byPerson: boolean };

export type FrameResult = {
  readonly board: BoardFrame;
  readonly requirementId: string;
  readonly planId: string;
  readonly frameIndex: number;
  readonly status: string;
  readonly attempts: readonly AttemptResult[];
  /** The accepted picture. */
  readonly asset: Asset | null;
  readonly evidence: Evidence | null;
  readonly chargedCredits: number;
  readonly reviews: readonly Review[];
};

/** In storyboard order. */
export const frameResults = ({ board, plan, jobs, sequences, entries, reviews }: Run): readonly FrameResult[] =>
  plan.requirements.flatMap(({ requirementId, planId, frameIndex }, index) => {
    const drawn = board.frames[index];
    if (drawn === undefined) return [];
    const shown = sequences.flatMap(({ frames }) => frames).find((frame) => frame.requirementId === requirementId);
    return {
      board: drawn,
      requirementId,
      planId,
      frameIndex,
      status: shown?.status ?? 'missing',
      attempts: attemptsOf(jobs, requirementId),
      asset: shown?.asset ?? null,
      evidence: shown?.evidence ?? null,
      chargedCredits: debitsOf(entries, requirementId),
      reviews: reviews.filter((review) => review.requirementId === requirementId),
    };
  });

const attemptsOf = (jobs: readonly JobPoll[], requirementId: string): readonly AttemptResult[] =>
  jobs
    .flatMap(({ job, requirements }) =>
      requirements
        .filter((requirement) => requirement.requirementId === requirementId)
        .flatMap(({ attempts }) => attempts)
        .map((attempt) => ({ ...attempt, byPerson: job.operation === 'photo_sequence_repair' })),
    )
    .toSorted((one, other) => one.attempt - other.attempt);

const debitsOf = (entries: readonly LedgerEntry[], requirementId: string): number =>
  debited(entries.filter((entry) => entry.requirementId === requirementId));

/** The entries of the storyboard: all but the film's. */
export const storyboardEntries = ({ entries, film }: Pick<Run, 'entries' | 'film'>): readonly LedgerEntry[] =>
  entries.filter(({ jobId }) => film === null || jobId !== film.read.job.id);

/** Credits that these entries took. */
export const debited = (entries: readonly LedgerEntry[]): number =>
  entries.filter(({ kind }) => kind === 'debit').reduce((sum, { amounts }) => sum - amounts.paid - amounts.bonus, 0);
