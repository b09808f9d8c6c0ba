/** A job that is under way: its progress, what it has charged, and the ways to hold it up. */
import { call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { Action } from './action.js';
import { Dialog } from './dialog.js';

/** @param {{ poll: import('../app/answers.ts').JobPoll }} props */
export const JobBar = ({ poll: { job, requirements } }) => {
  const [ending, setEnding] = useState(false);
  const path = { jobId: job.id };
  const attempts = requirements.reduce((sum, requirement) => sum + requirement.attempts.length, 0);
  const { done, total } = job.progress;
  const state =
    job.cancelRequestedAt !== undefined
      ? 'Stopping'
      : job.pausedAt !== undefined
        ? 'Paused'
        : job.status === 'queued'
          ? 'Queued'
          : job.operation === 'photo_sequence_repair'
            ? 'Repairing'
            : 'Rendering';
  return html`
    <section class="job" aria-label="Job under way">
      <progress max=${total} value=${done} aria-label="Frames done"></progress>
      <div class="job-line">
        <p role="status"><b>${state}</b> ${done} of ${total} frames</p>
        <p class="note">
          ${attempts} attempts · ${job.chargedCredits.toLocaleString()} charged · ${job.heldCredits.toLocaleString()}
          held
        </p>
        <div class="job-acts">
          ${
            job.pausedAt === undefined
              ? html`<${Action} onAct=${async () => call('pauseJob', { path })}>Pause<//>`
              : html`<${Action} class="primary" onAct=${async () => call('resumeJob', { path })}>Resume<//>`
          }
          <button type="button" onClick=${() => setEnding(true)} disabled=${job.cancelRequestedAt !== undefined}>
            Cancel
          </button>
        </div>
      </div>
      ${
        ending &&
        html`
          <${Dialog} title="Cancel this job?" onClose=${() => setEnding(false)}>
            <p>
              Attempts under way finish and are settled. Frames that were accepted stay, and the rest of the hold comes
              back.
            </p>
            <div class="dialog-end">
              <button type="button" onClick=${() => setEnding(false)}>Keep it running</button>
              <${Action}
                class="primary"
                onAct=${async () => {
                  await call('cancelJob', { path });
                  setEnding(false);
                }}
                >Cancel the job<//
              >
            </div>
          <//>
        `
      }
    </section>
  `;
};
