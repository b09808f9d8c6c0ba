/** The screenplay of a project beside the frames that it is split into. */
import { ApiError, call } from '../app/api.js';
import { useDraft } from '../app/drafts.js';
import { html, useRef } from '../app/html.js';
import { useLoad } from '../app/use-load.js';
import { Action } from '../parts/action.js';
import { ProjectHead } from '../parts/project-head.js';
import { ScreenplayField } from '../parts/screenplay-field.js';
import { Absent } from '../parts/states.js';

/** @param {string} projectId @param {AbortSignal} signal */
const load = async (projectId, signal) => {
  const path = { projectId };
  const none = (/** @type {unknown} */ error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  };
  const [{ project }, script, storyboard] = await Promise.all([
    call('getProject', { path, signal }),
    call('getScript', { path, signal }).catch(none),
    call('getStoryboard', { path, signal }).catch(none),
  ]);
  return { project, script, frames: storyboard?.storyboard.frames ?? [] };
};

/** @param {{ projectId: string }} props */
const Screenplay = ({ projectId }) => {
  const { value, error, reload } = useLoad(async (signal) => load(projectId, signal), [projectId]);
  if (value === undefined) {
    return html`<${Absent} title="Screenplay" what="the screenplay" error=${error} retry=${reload} />`;
  }
  const { project, script, frames } = value;
  return html`
    <div class="page">
      <${ProjectHead} projectId=${projectId} name=${project.name} current="screenplay" />
      <div class="two">
        <${Editor} key=${script?.scriptRevisionId} projectId=${projectId} script=${script} saved=${reload} />
        <section aria-labelledby="split">
          <h2 id="split">${frames.length === 1 ? '1 frame' : `${frames.length} frames`}</h2>
          <ol class="split">
            ${frames.map(
              ({ title, prompt }, i) => html`
                <li>
                  <span class="slate" aria-hidden="true">${String(i + 1).padStart(3, '0')}</span>
                  <div>
                    <b dir="auto">${title ?? `Frame ${i + 1}`}</b>
                    <p class="note" dir="auto">${prompt}</p>
                  </div>
                </li>
              `,
            )}
          </ol>
        </section>
      </div>
    </div>
  `;
};

/**
 * @param {{ projectId: string, saved: () => void,
 *   script: import('../app/answers.ts').Answers['getScript'] | null }} props
 */
const Editor = ({ projectId, script, saved }) => {
  const [text, setText, dropText] = useDraft(`script-${projectId}`, script?.script ?? '');
  // A draft outlives a reload: a revision that was saved elsewhere since it began is not overwritten.
  const [base, setBase, dropBase] = useDraft(`script-base-${projectId}`, script?.scriptRevisionId ?? '');
  const latest = useRef(text);
  latest.current = text;
  const changed = text !== (script?.script ?? '');
  const write = (/** @type {string} */ next) => {
    setText(next);
    setBase(base);
  };
  const drop = () => {
    dropText();
    dropBase();
  };
  const discard = () => {
    drop();
    saved();
  };
  const save = async () => {
    const headers = base === '' ? {} : { 'If-Match': `"${base}"` };
    const { project } = await call('reviseScript', { path: { projectId }, body: { script: text }, headers });
    // Words that were typed meanwhile are a draft of the revision that was saved.
    if (latest.current !== text) setBase(project.scriptRevisionId ?? '');
    else drop();
    saved();
  };
  return html`
    <div>
      <${ScreenplayField} script=${text} onScript=${write} />
      <p class="form-end">
        <${Action} class="primary" onAct=${save} disabled=${!changed || text.trim() === ''}>Split into frames<//>
        ${changed && html`<button type="button" onClick=${discard}>Discard changes</button>`}
        <span class="note">Frames whose words stay the same keep their picture.</span>
      </p>
    </div>
  `;
};

export const screenplayPage = { path: '/projects/:projectId/screenplay', title: 'Screenplay', view: Screenplay };
