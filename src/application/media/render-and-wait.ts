/**
 * Calls without QA: hold, queue, and wait for the end within the request. The work itself is carried on by the same
 * reactions as everything else, so a client that goes away, or a process that dies, loses nothing.
 */
import { mediaDecider } from '../../../commands/media/decider.ts';
import { isFinal } from '../../../commands/media/state.ts';
import type { MediaDetails, MediaState } from '../../../commands/media/state.ts';
import { mediaStream } from '../../../commands/media/stream.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { ok, refused } from '../application.ts';
import type { Caller, Refused, Result, StoredAnswer } from '../application.ts';
import type { RequestKey } from '../generation/idempotency.ts';
import { holdParts, releaseHold, whyNotHeld } from '../generation/ledger-steps.ts';
import type { SceneRequest } from '../reactions/dispatch-scene.ts';
import { contextOf } from '../services.ts';
import type { Services } from '../services.ts';
import { mediaAnswer } from './media-answer.ts';

export type MediaDeps = Services & { readonly timers: Timers };

export type MediaWork = Pick<MediaDetails, 'operation' | 'projectId' | 'engine' | 'continuityMode' | 'scenes'> & {
  readonly requests: readonly SceneRequest[];
};

export const renderAndWait = async (
  deps: MediaDeps,
  caller: Caller,
  key: RequestKey,
  work: MediaWork,
): Promise<Result<StoredAnswer>> => {
  const mediaId = idFromBytes('med', deps.ids.bytes(17));
  const unpayable = await whyNotHeld(deps, caller.workspaceId, owedBy(mediaId, work));
  if (unpayable !== undefined) return key.release(refused(unpayable.code, undefined, unpayable.detail));
  const claimed = await key.claim(mediaId, null);
  if (claimed.kind === 'refused') return claimed;
  if (claimed.value !== null) return ok(claimed.value);
  const started = await start(deps, caller, key, mediaId, work);
  if (started !== undefined) return key.release(started);
  const end = await waitForEnd(deps, mediaId);
  if (end === undefined) {
    return refused('outcome_unknown', `the pictures are still being made: ${whatNext(key)}`, { mediaId });
  }
  const answer = mediaAnswer(end);
  if (answer !== null) return key.answer(answer);
  const [scene] = end.scenes.values();
  return key.release(
    refused('render_failed', 'the picture could not be made, and nothing was charged', scene?.failure),
  );
};

const whatNext = ({ stream }: RequestKey): string =>
  stream === null
    ? 'look for this mediaId among the jobs; the same call again, without an Idempotency-Key, would be paid for again'
    : 'ask again with the same Idempotency-Key';

/** What is held for the work: the price of each scene. */
const owedBy = (mediaId: string, { scenes }: Pick<MediaWork, 'scenes'>) => ({
  ownerId: mediaId,
  n: 0,
  parts: scenes.map(({ sceneId, priceCredits }) => ({ partId: sceneId, amount: priceCredits })),
});

/** Holds the credits, then the one append that decides. Undefined when the work is queued. */
const start = async (
  deps: MediaDeps,
  caller: Caller,
  key: RequestKey,
  mediaId: string,
  { requests, ...work }: MediaWork,
): Promise<Refused | undefined> => {
  const { workspaceId } = caller;
  const context = contextOf(caller);
  const requestHash = await deps.artifacts.put(workspaceId, requests);
  const held = await holdParts(deps, workspaceId, owedBy(mediaId, work), context);
  if (held.kind === 'refused') return refused(held.refusal.code, undefined, held.refusal.detail);
  const { holdId } = held;
  const requiredCredits = work.scenes.reduce((sum, { priceCredits }) => sum + priceCredits, 0);
  const requestId = key.stream;
  const details = { ...work, workspaceId, kind: 'image' as const, holdId, requestHash, requiredCredits, requestId };
  const command = { type: 'QueueMedia', details } as const;
  const outcome = await deps.commands.handle(mediaDecider, mediaStream(mediaId), command, context);
  if (outcome.kind !== 'refused') return undefined;
  await releaseHold(deps, workspaceId, holdId, 'media_refused', context);
  return refused('outcome_unknown', 'this call took too long to start and was given up: ask again');
};

/** Undefined when the work outlasts the request. */
const waitForEnd = async ({ commands, clock, timers }: MediaDeps, mediaId: string): Promise<MediaState | undefined> => {
  const until = clock.monotonic() + limits.syncCallTimeoutMs;
  let waitMs: number = limits.syncPollMinMs;
  while (clock.monotonic() < until) {
    const { state } = await commands.read(mediaDecider, mediaStream(mediaId));
    if (isFinal(state.status)) return state;
    await timers.sleep(waitMs);
    waitMs = Math.min(waitMs * 2, limits.syncPollMaxMs);
  }
  return undefined;
};
