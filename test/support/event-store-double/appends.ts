/** The course of one append of any call: checks, faults, the storage. */
import { NO_STREAM } from './append-rules.ts';
import type { Failure } from './errors.ts';
import { type ActiveFault, failureOf, type FaultBoard } from './faults.ts';
import { type AppendRequest, countedBytes } from './records.ts';
import type { AppendOutcome, Storage } from './storage.ts';

export type AppendAnswer =
  | { readonly kind: 'success'; readonly revision: number; readonly position: number }
  /** Revisions are -1 for no stream. */
  | { readonly kind: 'wrong-version'; readonly expected: number; readonly current: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The call stays open. */
  | { readonly kind: 'none' }
  /** The connection is cut. */
  | { readonly kind: 'cut' };

export type Appends = (request: AppendRequest) => Promise<AppendAnswer>;

export type AppendSettings = {
  /** Bytes of data, metadata and twice the type that an append may have; the server's own 1 MiB unless stated. */
  readonly appendBytesMax: number;
  /** How long the twin of an append that is under way waits for nothing; the server's own 2 s unless stated. */
  readonly twinTimeoutMs: number;
};

export type AppendDeps = AppendSettings & {
  readonly storage: () => Storage;
  readonly faults: FaultBoard;
  /** Called for an append that failed after its call had ended. */
  readonly failed: (error: unknown) => void;
};

/** The verdict on an append before the stream; undefined when the stream decides. */
export const refusalOf = (request: AppendRequest, appendBytesMax: number): Failure | undefined =>
  countedBytes(request.events) > appendBytesMax ? { kind: 'too-large', bytesMax: appendBytesMax } : undefined;

const failed = (failure: Failure): AppendAnswer => ({ kind: 'failed', failure });

/** The answer of a fault itself. */
const answerOf = (fault: ActiveFault): AppendAnswer => {
  if (fault.kind === 'cut' || fault.kind === 'cut-after') return { kind: 'cut' };
  if (fault.kind === 'late' && fault.answer !== undefined) return failed({ kind: fault.answer });
  const failure = failureOf(fault);
  return failure === undefined ? { kind: 'none' } : failed(failure);
};

export const createAppends = ({
  storage,
  faults,
  appendBytesMax,
  twinTimeoutMs,
  failed: report,
}: AppendDeps): Appends => {
  const settled = async (request: AppendRequest, outcome: AppendOutcome): Promise<AppendAnswer> => {
    switch (outcome.kind) {
      case 'written':
      case 'repeated':
        return { kind: 'success', revision: outcome.revision, position: outcome.position };
      case 'conflict':
        return { kind: 'wrong-version', expected: request.expected, current: outcome.current };
      case 'twin':
        await new Promise((resolve) => setTimeout(resolve, twinTimeoutMs));
        return failed({ kind: 'timeout' });
    }
  };

  /** `held` says how long the answer takes: as long a twin is not ready. */
  const apply = async (request: AppendRequest, held?: () => Promise<void>): Promise<AppendAnswer> => {
    const outcome = await storage().append(request);
    try {
      await held?.();
      return await settled(request, outcome);
    } finally {
      if (outcome.kind === 'written') outcome.answered();
    }
  };

  const applyLate = async (request: AppendRequest, fault: ActiveFault): Promise<void> => {
    await fault.gate();
    await apply(request);
  };

  return async (request) => {
    const refusal = refusalOf(request, appendBytesMax);
    if (refusal !== undefined) return failed(refusal);
    if (request.expected < NO_STREAM) {
      return failed({ kind: 'unimplemented', message: 'the double knows exact revisions and no_stream only' });
    }
    const fault = faults.take('append', request.stream);
    if (fault === undefined) return apply(request);
    if (fault.kind === 'slow') return apply(request, fault.gate);
    if (fault.kind === 'late') applyLate(request, fault).catch(report);
    if (fault.kind.endsWith('-after')) await apply(request);
    return answerOf(fault);
  };
};
