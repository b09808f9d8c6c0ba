/** Keeps the answer of an engine: its output, or its name for the work that it has taken. */
import { waitAfter } from '../../kernel/again.ts';
import { shortfallOf } from '../../kernel/extent.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, Makes, Output, Submitted } from '../../ports/engine.ts';
import type { Attempt, AttemptDeps, Delivery, OutcomeRecord } from './attempt.ts';
import type { Lease } from './keep-lease.ts';
import type { Attachment } from '../../../events/job.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { boundedCoverage } from '../../kernel/coverage.ts';
import { idFromContent } from '../../kernel/ids.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { storeAsset, type Stored } from '../services/stored-asset.ts';

type AnswerDeps = Pick<AttemptDeps, 'objects' | 'clock' | 'timers' | 'stopping' | 'logger'>;
type Answered = Pick<Attempt, 'attemptKey' | 'workspaceId' | 'makes' | 'engine' | 'least'> & {
  readonly record: OutcomeRecord;
};

/** Without a lease there is nothing to end. */
export const settledAt = (epoch: number): Lease => ({ settled: async () => Promise.resolve(epoch) });

/**
 * An answer is kept for as long as the engine itself may take: a brief outage of a store or the log must not repeat the
 * engine's work.
 */
export const takeAnswer = async (
  deps: AnswerDeps,
  attempt: Answered,
  answer: Done | Submitted,
  lease: Lease,
): Promise<void> => {
  const { record } = attempt;
  const keep = async <T>(work: () => Promise<T>): Promise<T> => patiently(deps, attempt, work);
  try {
    if (answer.kind === 'submitted') {
      await keep(async () => record.submitted(await lease.settled(), answer));
      return;
    }
    const shortfall = shortfallOf(attempt.least ?? {}, answer.output);
    if (shortfall !== undefined) throw new Fault('rejected', `the output of ${attempt.engine.name}: ${shortfall}`);
    const delivery = await keep(async () => storeOutput(deps.objects, attempt, answer.output));
    await keep(async () => record.delivered(async () => lease.settled(), delivery, answer));
  } catch (error) {
    if (!isFault(error, 'rejected')) throw error;
    // It was made, and may be billed.
    await record.failed(await lease.settled(), 'rejected', error.message, answer.kind === 'done' ? answer : {});
  }
};

/** Tries again while a store is away, at most for the deadline of the engine. */
const patiently = async <T>(deps: AnswerDeps, { engine, attemptKey }: Answered, work: () => Promise<T>) => {
  const { clock, timers, stopping, logger } = deps;
  const until = clock.monotonic() + engine.deadlineMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isAway = isFault(error, 'unavailable') || isFault(error, 'ambiguous');
      if (!isAway || clock.monotonic() >= until) throw error;
      if (tries === 0)
        logger.warn({ attemptKey, err: error }, 'the answer of an engine could not be kept; it is tried again');
    }
    await timers.sleep(waitAfter(tries + 1, limits.settleBackoffMs), stopping);
  }
};

/** How the content type of each kind of media begins, and its most bytes. */
const FORMS: Readonly<Record<Makes, { readonly type: string; readonly bytesMax: number }>> = {
  image: { type: 'image/', bytesMax: limits.imageBytesMax },
  clip: { type: 'video/', bytesMax: limits.clipBytesMax },
  speech: { type: 'audio/', bytesMax: limits.soundBytesMax },
  music: { type: 'audio/', bytesMax: limits.soundBytesMax },
  assembly: { type: 'video/', bytesMax: limits.objectBytesMax },
  report: { type: 'application/json', bytesMax: limits.reportBytesMax },
};

/**
 * Durable in the object store: the event that names it comes after. Fault `rejected`: it is no asset of this
 * service, for its size or its type. Others are the store's, and the engine's where its output is read piece by
 * piece.
 */
export const storeOutput = async (
  objects: Pick<ObjectStore, 'put'>,
  { workspaceId, attemptKey, makes }: Pick<Attempt, 'workspaceId' | 'attemptKey' | 'makes'>,
  output: Output,
): Promise<Delivery> => {
  const { content, width, height, durationMs, coverage } = output;
  const { type, bytesMax } = FORMS[makes];
  if (!output.contentType.startsWith(type)) {
    throw new Fault('rejected', `the engine delivered ${output.contentType} for the kind ${makes}`);
  }
  const id = idFromContent('ast', workspaceId, attemptKey);
  const stored = await store(objects, workspaceId, output, bytesMax);
  const attachments: Attachment[] = [];
  for (const attachment of output.attachments ?? []) {
    const { name } = attachment;
    const beside = await store(objects, workspaceId, attachment, limits.attachmentBytesMax);
    attachments.push({ name, asset: { id: idFromContent('ast', workspaceId, attemptKey, name), ...beside } });
  }
  const extent = {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
  return {
    asset: { id, ...stored, ...extent },
    attachments,
    ...(content instanceof Uint8Array ? { bytes: content } : {}),
    ...(coverage === undefined ? {} : { coverage: boundedCoverage(coverage) }),
  };
};

const store = async (
  objects: Pick<ObjectStore, 'put'>,
  workspaceId: string,
  content: Pick<Output, 'content' | 'contentType'>,
  bytesMax: number,
): Promise<Stored> => {
  const { contentType } = content;
  if (extensionOf(contentType) === undefined)
    throw new Fault('rejected', `nothing is kept under the type ${contentType}`);
  const stored = await storeAsset(objects, workspaceId, content, bytesMax);
  if (stored !== undefined) return stored;
  throw new Fault('rejected', `the engine delivered more than ${bytesMax} bytes, which are too many`);
};
