/** The board of a project: every frame, the quote, and the job while it runs. */
import { html, useState } from '../app/html.js';
import { Fact } from '../parts/fact.js';
import { FrameCard } from '../parts/frame-card.js';
import { GenerateDialog, nextPart, RepairDialog, repairsOf } from '../parts/generate-dialog.js';
import { JobBar } from '../parts/job-bar.js';
import { ProjectHead } from '../parts/project-head.js';
import { Absent, Empty, Failed, sentenceOf } from '../parts/states.js';
import { isApproved, isNew, isToRepair, isToReview } from '../work/frame.js';
import { useBoard } from '../work/use-board.js';

/**
 * @typedef {import('../work/load-board.js').Board} Board
 * @typedef {import('../work/frame.js').Frame} Frame
 */

/** @param {{ projectId: string }} props */
const Project = ({ projectId }) => {
  const { board, frames, job, error, reload, follow } = useBoard(projectId);
  const [stale, setStale] = useState('');
  if (board === undefined) {
    return html`<${Absent} title="Board" what="the board" error=${error} retry=${reload} />`;
  }
  const { project, planRefused } = board;
  const told = (/** @type {string} */ words) => {
    setStale(words);
    if (words !== '') reload();
  };
  return html`
    <div class="page">
      <${ProjectHead} projectId=${projectId} name=${project.name} current="board">
        <${Acts}
          board=${board}
          frames=${frames}
          busy=${board.activeJobId !== null}
          onStarted=${follow}
          onStale=${told}
          reload=${reload}
        />
      <//>
      ${error && html`<${Failed} error=${error} retry=${reload} />`}
      ${
        stale !== '' &&
        html`<p class="notice bad" role="alert">${sentenceOf(stale)}. The board is loaded anew: look at it again.</p>`
      }
      <${NoPlan} refused=${planRefused} projectId=${projectId} reload=${reload} />
      ${job !== null && html`<${JobBar} poll=${job} />`}
      ${frames.length > 0 && html`<${Figures} board=${board} frames=${frames} />`}
      <${Blockers} board=${board} />
      <ul class=${`board ${ratioClass(board)}`}>
        ${frames.map(
          (frame) => html`
            <${FrameCard}
              key=${frame.requirementId}
              frame=${frame}
              href=${frame.planId === null ? undefined : `#/projects/${projectId}/review/${frame.number}`}
            />
          `,
        )}
      </ul>
    </div>
  `;
};

/**
 * Without a plan the board has the frames that were made, and no others.
 * @param {{ refused: Board['planRefused'], projectId: string, reload: () => void }} props
 */
const NoPlan = ({ refused, projectId, reload }) => {
  if (refused === null) return null;
  if (refused.code === 'storyboard_not_found') {
    return html`<${Empty} title="No screenplay yet">
      <p><a class="button primary" href=${`#/projects/${projectId}/screenplay`}>Write or paste one</a></p>
    <//>`;
  }
  if (refused.status === 403) {
    return html`<p class="notice">Your token has not the scope plan: the quote and frames to come are not shown.</p>`;
  }
  return html`<${Failed} error=${refused} retry=${reload} />`;
};

/** @param {Board} board */
const ratioClass = ({ plan }) => `ratio-${(plan?.plan.aspectRatio ?? '16:9').replace(':', '-')}`;

/**
 * The one next step, and nothing else in its place.
 * @param {{ board: Board, frames: readonly Frame[], busy: boolean, onStarted: (jobId: string) => void,
 *   onStale: (words: string) => void, reload: () => void }} props
 */
const Acts = ({ board, frames, busy, onStarted, onStale, reload }) => {
  const [asking, setAsking] = useState(/** @type {'generate' | 'repair' | null} */ (null));
  const { plan } = board;
  const sentBack = frames.filter(isToRepair);
  const toReview = frames.filter(isToReview);
  const part = plan === null ? null : nextPart(board, plan);
  const blocked = plan === null || plan.blockers.length > 0;
  const ask = (/** @type {'generate' | 'repair'} */ step) => {
    onStale('');
    setAsking(step);
  };
  const stopped = (/** @type {string} */ words) => {
    setAsking(null);
    onStale(words);
  };
  const started = (/** @type {string | undefined} */ jobId) => {
    setAsking(null);
    if (jobId === undefined) reload();
    else onStarted(jobId);
  };
  const dialog = { board, onClose: () => setAsking(null), onStarted: started, onStale: stopped };
  const first = toReview[0];
  const planId = sentBack[0]?.planId ?? null;
  return html`
    ${
      first &&
      html`<a
        class=${`button ${sentBack.length === 0 ? 'primary' : ''}`}
        href=${`#/projects/${board.project.id}/review/${first.number}`}
      >
        Review ${toReview.length} ${toReview.length === 1 ? 'frame' : 'frames'}
      </a>`
    }
    ${
      !busy &&
      planId !== null &&
      html`<button class="primary" type="button" onClick=${() => ask('repair')}>
        Repair ${sentBack.length} ${sentBack.length === 1 ? 'frame' : 'frames'}
      </button>`
    }
    ${
      !busy &&
      part !== null &&
      part.count > 0 &&
      frames.some(isNew) &&
      html`<button
        class=${toReview.length === 0 && planId === null ? 'primary' : ''}
        type="button"
        disabled=${blocked}
        onClick=${() => ask('generate')}
      >
        Generate ${part.count} ${part.count === 1 ? 'frame' : 'frames'}…
      </button>`
    }
    ${asking === 'generate' && plan !== null && html`<${GenerateDialog} ...${dialog} plan=${plan} />`}
    ${
      asking === 'repair' &&
      planId !== null &&
      html`<${RepairDialog}
        ...${dialog}
        planId=${planId}
        count=${repairsOf(frames, planId)}
        price=${board.sequences.find((sequence) => sequence.plan.id === planId)?.plan.priceCredits ?? 1}
      />`
    }
  `;
};

/** @param {{ board: Board, frames: readonly Frame[] }} props */
const Figures = ({ board: { plan, moved }, frames }) => {
  const approved = frames.filter(isApproved).length;
  const made = frames.filter(({ asset }) => asset !== null).length;
  return html`
    <dl class="figures strip">
      <${Fact} name="Frames">${frames.length}<//>
      <${Fact} name="Made">${made}<//>
      <${Fact} name="Approved">${approved}<//>
      ${
        plan !== null &&
        plan.plan.creditCeiling > 0 &&
        html`
          <${Fact} name="Expected credits">${plan.plan.expectedCredits.toLocaleString()}<//>
          <${Fact} name="Worst case">${plan.plan.creditCeiling.toLocaleString()}<//>
        `
      }
      ${
        plan !== null &&
        html`
          <${Fact} name="Continuity" kind="word">${plan.plan.continuityMode.replace('_', ' ')}<//>
          <${Fact} name="Engine" kind="word">${plan.plan.provider.replace('_', ' ')}<//>
        `
      }
    </dl>
    ${
      moved &&
      html`<p class="notice">
        The storyboard has changed since its last job. Frames that did not change keep their picture.
      </p>`
    }
  `;
};

/** @param {{ board: Board }} props */
const Blockers = ({ board: { plan, frames } }) =>
  plan === null || plan.blockers.length === 0
    ? null
    : html`
        <section class="notice bad" role="alert">
          <h2>This plan cannot be generated yet</h2>
          <ul>
            ${plan.blockers.map(({ code, message, requirementId }) => {
              const frame = frames.find((one) => one.requirementId === requirementId);
              const words = frame === undefined ? sentenceOf(message) : `Frame ${frame.number}: ${message}`;
              return html`<li dir="auto">${words} <span class="note">${code}</span></li>`;
            })}
          </ul>
        </section>
      `;

export const projectPage = { path: '/projects/:projectId', title: 'Board', view: Project };
