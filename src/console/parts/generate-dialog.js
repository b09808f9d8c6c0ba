/** Names what may be spent before it is spent: the worst case that is held, and the ceiling with repairs. */
import { creditsOf } from '../app/amount.js';
import { ApiError, call, newKey } from '../app/api.js';
import { html, useEffect, useMemo, useState } from '../app/html.js';
import { useLoad } from '../app/use-load.js';
import { isNew, isToRepair } from '../work/frame.js';
import { loadBoard } from '../work/load-board.js';
import { Action } from './action.js';
import { Dialog } from './dialog.js';
import { Fact } from './fact.js';

/**
 * @typedef {import('../work/load-board.js').Board} Board
 * @typedef {import('../app/answers.ts').WorkPlan} WorkPlan
 */

/**
 * The frames that one call makes are those of one part; `held` is their worst case. A manifest that goes on makes new
 * frames alone: those that failed or wait for a person are for a review and a repair.
 * @param {Board} board
 * @param {WorkPlan} plan
 */
export const nextPart = ({ frames, moved }, { requirements, plan: { attemptsPerRequirement } }) => {
  const fresh = new Set(frames.filter(isNew).map(({ requirementId }) => requirementId));
  const open = requirements.filter(({ requirementId, satisfied }) => !satisfied && (moved || fresh.has(requirementId)));
  const part = open.filter(({ planId }) => planId === open[0]?.planId);
  const held = part.reduce((sum, { priceCredits }) => sum + priceCredits * attemptsPerRequirement, 0);
  return { open: open.length, count: part.length, held };
};

/**
 * @param {readonly import('../work/frame.js').Frame[]} frames
 * @param {string} planId
 */
export const repairsOf = (frames, planId) =>
  frames.filter((frame) => frame.planId === planId && isToRepair(frame)).length;

/**
 * The manifest that was begun goes on, so that its reviews and repairs stay. A storyboard that has grown since, or has
 * moved, needs the manifest of the new plan; its quote is the one that was confirmed.
 * @param {Board} board
 * @param {WorkPlan} plan
 * @param {string} key
 * @param {AbortSignal} wanted
 * @returns {Promise<string | undefined>} the job; none where nothing was left to make
 */
const started = async ({ project, manifestHash }, plan, key, wanted) => {
  const own = plan.executionManifestArtifact.artifactHash;
  const begin = async (/** @type {string} */ hash) => {
    const path = { projectId: project.id };
    const body = { expectedExecutionManifestArtifactHash: hash };
    const answer = await call('generateStoryboardImages', { path, body, key: `${key}-${hash.slice(-8)}`, wanted });
    return 'job' in answer ? answer.job.id : undefined;
  };
  if (manifestHash === null || manifestHash === own) return begin(own);
  try {
    return (await begin(manifestHash)) ?? (await begin(own));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'script_revision_conflict') return begin(own);
    throw error;
  }
};

/** Aborts with the dialog: a confirmation whose answer was lost is not sent again once the person has closed it. */
const useWanted = () => {
  const ending = useMemo(() => new AbortController(), []);
  useEffect(() => () => ending.abort(), []);
  return ending.signal;
};

/**
 * Begins, or says why the board is not as the service has it: a quote that has moved cannot be confirmed again.
 * @param {(words: string) => void} onStale
 * @param {() => Promise<void>} begin
 */
const begins = (onStale, begin) => async () => {
  try {
    await begin();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    onStale(error.message);
  }
};

/**
 * @param {{ board: Board, plan: WorkPlan, onClose: () => void, onStarted: (jobId: string | undefined) => void,
 *   onStale: (words: string) => void }} props
 */
export const GenerateDialog = ({ board, plan, onClose, onStarted, onStale }) => {
  const [key] = useState(newKey);
  const wanted = useWanted();
  const credits = useLoad(async (signal) => call('getCreditSummary', { signal }), []);
  const { open, count, held } = nextPart(board, plan);
  const available = credits.value?.credits.available;
  const short = available !== undefined && available < held;
  const generate = begins(onStale, async () => onStarted(await started(board, plan, key, wanted)));
  return html`
    <${Dialog} title=${count === 1 ? 'Generate 1 frame' : `Generate ${count} frames`} onClose=${onClose}>
      ${count < open && html`<p>The storyboard has ${open} open frames. This call makes the next ${count} of them.</p>`}
      <dl class="figures">
        <${Fact} name="Expected, all open frames">${plan.plan.expectedCredits.toLocaleString()}<//>
        <${Fact} name="Held now, the worst case" kind="strong">${held.toLocaleString()}<//>
        <${Fact} name="Ceiling, your repairs included">${plan.plan.creditCeiling.toLocaleString()}<//>
        <${Fact} name="Available">${available?.toLocaleString() ?? '…'}<//>
      </dl>
      <p class="note">Only accepted frames are charged. The rest of the hold comes back.</p>
      ${
        short &&
        html`<p class="wrong">
          ${creditsOf(held)} must be free to start, and ${available.toLocaleString()} are available.
        </p>`
      }
      <div class="dialog-end">
        <button type="button" onClick=${onClose}>Not now</button>
        <${Action} class="primary" onAct=${generate} disabled=${short}>Generate for at most ${creditsOf(held)}<//>
      </div>
    <//>
  `;
};

/**
 * @param {{ board: Board, planId: string, count: number, price: number, onClose: () => void,
 *   onStarted: (jobId: string | undefined) => void, onStale: (words: string) => void }} props
 */
export const RepairDialog = ({ board, planId, count, price, onClose, onStarted, onStale }) => {
  const [key] = useState(newKey);
  const wanted = useWanted();
  const repair = begins(onStale, async () => {
    // A repair takes all that is to repair by then, and no hash names it: another person may have sent more back.
    const { frames } = await loadBoard(board.project.id, wanted);
    if (repairsOf(frames, planId) > count) return onStale('More frames are to be repaired than the quote had');
    const { job } = await call('repairPhotoSequence', { path: { projectId: board.project.id, planId }, key, wanted });
    return onStarted(job.id);
  });
  return html`
    <${Dialog} title=${count === 1 ? 'Repair 1 frame' : `Repair ${count} frames`} onClose=${onClose}>
      <p>
        Each frame is made once more with your words, for at most ${creditsOf(price)} an attempt. Approved frames stay
        as they are.
      </p>
      <div class="dialog-end">
        <button type="button" onClick=${onClose}>Not now</button>
        <${Action} class="primary" onAct=${repair}>${`Repair for about ${creditsOf(count * price)}`}<//>
      </div>
    <//>
  `;
};
