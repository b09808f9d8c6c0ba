/** Does whatever work without QA owes next: decide it, start it, pay what rendered, give back the rest, end it. */
import { standingDispatches } from '../../../commands/media/advance.ts';
import { mediaDecider } from '../../../commands/media/decider.ts';
import { isAtItsEnd, isFinal } from '../../../commands/media/state.ts';
import type { MediaDetails, MediaState, SceneState } from '../../../commands/media/state.ts';
import { mediaStream } from '../../../commands/media/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openHoldsOf, openParts } from '../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { debitPart, releaseHold } from '../generation/ledger-steps.ts';
import type { LedgerDeps } from '../generation/ledger-steps.ts';
import { nowText } from '../services.ts';
import { dispatchScene } from './dispatch-scene.ts';
import type { DispatchDeps } from './dispatch-task.ts';
import type { SystemContext } from '../services.ts';

export const carryMediaOn = async (deps: LedgerDeps, mediaId: string, context: SystemContext): Promise<void> => {
  const stream = mediaStream(mediaId);
  const { state } = await deps.commands.read(mediaDecider, stream);
  if (state.details === null) {
    await giveUpUndecided(deps, mediaId, context);
    return;
  }
  if (!isFinal(state.status)) {
    const command = { type: 'AdvanceMedia', now: nowText(deps.clock) } as const;
    await deps.commands.handle(mediaDecider, stream, command, context);
  }
  await settleMedia(deps, mediaId, context);
};

/** A caller that held credits and is gone: this append and the caller's own decide between them, for good. */
const giveUpUndecided = async (deps: LedgerDeps, mediaId: string, context: SystemContext): Promise<void> => {
  const command = { type: 'RefuseMedia', reason: 'abandoned' } as const;
  const { state } = await deps.commands.handle(mediaDecider, mediaStream(mediaId), command, context);
  await releaseLoose(deps, mediaId, state, context);
};

/** Holds of the work that its deciding event does not name go back. */
export const releaseLoose = async (
  deps: LedgerDeps,
  mediaId: string,
  { details }: MediaState,
  context: SystemContext,
): Promise<void> => {
  const { state: ledger } = await deps.commands.read(ledgerDecider, ledgerStream(context.workspaceId));
  for (const { holdId } of openHoldsOf(ledger, mediaId)) {
    if (holdId !== details?.holdId) await releaseHold(deps, context.workspaceId, holdId, 'media_refused', context);
  }
};

/** Pays what rendered and gives back what failed; when every scene has ended the work is final. */
export const settleMedia = async (deps: LedgerDeps, mediaId: string, context: SystemContext): Promise<void> => {
  const stream = mediaStream(mediaId);
  const { state } = await deps.commands.read(mediaDecider, stream);
  if (state.details === null) return;
  await settleScenes(deps, state, state.details, context);
  if (!isAtItsEnd(state)) return;
  await releaseLoose(deps, mediaId, state, context);
  await deps.commands.handle(mediaDecider, stream, { type: 'FinishMedia' }, context);
};

const settleScenes = async (
  deps: LedgerDeps,
  { scenes }: MediaState,
  { workspaceId, holdId }: MediaDetails,
  context: SystemContext,
): Promise<void> => {
  const { state: ledger } = await deps.commands.read(ledgerDecider, ledgerStream(workspaceId));
  const failed: string[] = [];
  for (const { partId } of openParts(ledger, holdId)) {
    const scene = scenes.get(partId);
    if (scene?.status === 'rendered') await payFor(deps, workspaceId, holdId, scene, context);
    else if (scene === undefined || scene.status === 'failed') failed.push(partId);
  }
  if (failed.length > 0) await releaseHold(deps, workspaceId, holdId, 'not_rendered', context, failed);
};

const payFor = async (
  deps: LedgerDeps,
  workspaceId: string,
  holdId: string,
  { scene, attemptKey }: SceneState,
  context: SystemContext,
): Promise<void> => {
  const attemptKeys = attemptKey === null ? [] : [attemptKey];
  await debitPart(
    deps,
    workspaceId,
    { holdId, partId: scene.sceneId, amount: scene.priceCredits, attemptKeys },
    context,
  );
};

/** Scenes whose dispatch was lost on its way, or whose lease has lapsed. */
export const dispatchOwedScenes = async (
  deps: DispatchDeps,
  mediaId: string,
  context: SystemContext,
): Promise<void> => {
  const stream = mediaStream(mediaId);
  const { state } = await deps.commands.read(mediaDecider, stream);
  const owed = standingDispatches(state);
  await Promise.all(owed.map(async ({ data }) => dispatchScene(deps, { stream, data, context }, () => true)));
};
