/** The certificate of a project: each picture that a person approved, with its hash and the decision. */
import { ask } from '../app/api.js';
import { html } from '../app/html.js';
import { saveText } from '../app/save-text.js';
import { momentOf } from '../app/time.js';
import { FramePicture } from '../parts/frame-card.js';
import { Action } from '../parts/action.js';
import { ProjectHead } from '../parts/project-head.js';
import { Absent, Empty } from '../parts/states.js';
import { isApproved } from '../work/frame.js';
import { useBoard } from '../work/use-board.js';

/** @typedef {import('../app/answers.ts').Sequence} Sequence */

/** @param {{ projectId: string }} props */
const Certificate = ({ projectId }) => {
  const { board, frames, error, reload } = useBoard(projectId);
  if (board === undefined) {
    return html`<${Absent} title="Certificate" what="the certificate" error=${error} retry=${reload} />`;
  }
  const certified = board.sequences.filter(({ certificate }) => certificate !== null);
  return html`
    <div class="page">
      <${ProjectHead} projectId=${projectId} name=${board.project.name} current="certificate" />
      ${
        certified.length === 0 &&
        html`<${Empty} title="Not certified yet">
          <p>
            ${frames.filter(isApproved).length} of ${frames.length} frames are approved. A person approves each of them;
            then the certificate is there.
          </p>
        <//>`
      }
      ${certified.map((sequence) => html`<${Part} key=${sequence.plan.id} sequence=${sequence} board=${board} />`)}
    </div>
  `;
};

/** @param {{ sequence: Sequence, board: import('../work/load-board.js').Board }} props */
const Part = ({ sequence: { plan, certificate, frames }, board }) => {
  if (certificate === null) return null;
  const byId = new Map(board.frames.map((frame) => [frame.requirementId, frame]));
  const last = plan.firstFrame + plan.frameCount;
  const save = async () => {
    const answer = await ask('getPlanCertificate', { path: { projectId: board.project.id, planId: plan.id } });
    // As it came: a proof that is written anew counts as changed.
    saveText(`certificate-${plan.id}.json`, await answer.text(), 'application/json');
  };
  return html`
    <section class="certificate" aria-labelledby=${plan.id}>
      <div class="certificate-head">
        <div>
          <h2 id=${plan.id}>Frames ${plan.firstFrame + 1} to ${last}, certified</h2>
          <p class="note">${momentOf(certificate.certifiedAt)} · ${certificate.frames.length} pictures</p>
        </div>
        <${Action} onAct=${save}>Download, signed<//>
      </div>
      <ul class=${`board ratio-${(board.plan?.plan.aspectRatio ?? '16:9').replace(':', '-')}`}>
        ${certificate.frames.map(({ requirementId, assetHash, decision, frameIndex }) => {
          const frame = byId.get(requirementId);
          const note = frames[frameIndex]?.decision?.note;
          return html`
            <li class="frame">
              <div>
                ${frame && html`<${FramePicture} frame=${frame} />`}
                <div class="frame-words">
                  <p>Approved by <b dir="auto">${decision.decidedBy.name ?? 'a person'}</b></p>
                  <p class="note">${momentOf(decision.decidedAt)}${note && html`: <q dir="auto">${note}</q>`}</p>
                  <p class="hash" title=${assetHash}>${assetHash.slice(0, 23)}…</p>
                </div>
              </div>
            </li>
          `;
        })}
      </ul>
    </section>
  `;
};

export const certificatePage = { path: '/projects/:projectId/certificate', title: 'Certificate', view: Certificate };
