/** The review of a project's frames: one large picture, its evidence, a decision, and on to the next. */
import { ApiError, call } from '../app/api.js';
import { html, useMemo, useRef, useState } from '../app/html.js';
import { go } from '../app/router.js';
import { useSubject } from '../app/subject.js';
import { EvidencePanel } from '../parts/evidence-panel.js';
import { DecisionForm } from '../parts/decision-form.js';
import { Filmstrip } from '../parts/filmstrip.js';
import { ShortcutsDialog } from '../parts/shortcuts-dialog.js';
import { Stage } from '../parts/stage.js';
import { StateMark } from '../parts/frame-card.js';
import { Absent, Empty } from '../parts/states.js';
import { isApproved, isSentBack, isToReview } from '../work/frame.js';
import { loadAttempts } from '../work/load-attempts.js';
import { useBoard } from '../work/use-board.js';
import { useShortcuts } from '../work/use-shortcuts.js';
import { useLoad } from '../app/use-load.js';
import { messageOf } from '../app/use-work.js';

/** @typedef {import('../work/frame.js').Frame} Frame */

/** @param {{ projectId: string, number: string }} props */
const Review = ({ projectId, number }) => {
  const { board, frames, error, reload, decided } = useBoard(projectId);
  const [chosen, setChosen] = useState({ at: 0, view: /** @type {'one' | 'attempts' | 'previous'} */ ('one') });
  const [help, setHelp] = useState(false);
  const [missed, setMissed] = useState(/** @type {readonly { at: number, words: string }[]} */ ([]));
  const at = Math.min(Math.max(Number(number) || 1, 1), Math.max(frames.length, 1));
  const frame = frames[at - 1];
  useSubject(frame && board ? `Frame ${at} of ${board.project.name}` : '');
  const sequence = board?.sequences.find(({ plan }) => plan.id === frame?.planId);
  const attempts = useLoad(
    async (signal) => loadAttempts(projectId, sequence?.plan.jobIds ?? [], signal),
    // Anew with the board, whose pictures have new addresses then.
    [sequence],
  );
  const own = attempts.value?.get(frame?.requirementId ?? '') ?? [];
  const to = (/** @type {number} */ next) => {
    if (next >= 1 && next <= frames.length) go(`/projects/${projectId}/review/${next}`);
  };
  const open = useMemo(() => frames.filter(isToReview).map((one) => one.number), [frames]);
  const present = useRef(at);
  present.current = at;
  const toOpen = () => to(open.find((next) => next > at) ?? open.find((next) => next !== at) ?? at);
  // Each frame begins with its picture alone. An effect would reset the view too late: a key that is pressed before the
  // effect runs would be undone.
  if (chosen.at !== at) setChosen({ at, view: 'one' });
  const view = chosen.at === at ? chosen.view : 'one';
  const toggle = (/** @type {'attempts' | 'previous'} */ other) =>
    setChosen({ at, view: view === other ? 'one' : other });

  const decide = async (/** @type {'accept' | 'repair'} */ decision, /** @type {string} */ words) => {
    if (frame === undefined || frame.planId === null) return;
    const lines = words.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    const made = {
      frameIndex: frame.frameIndex,
      decision,
      note: lines.join(' ') || 'Accepted in the console.',
      ...(decision === 'repair' ? { repairPromptAdditions: lines } : {}),
    };
    const path = { projectId, planId: frame.planId };
    try {
      // The same decision again changes nothing.
      await call('reviewPhotoSequence', { path, body: { decisions: [made] }, harmless: true });
    } catch (refused) {
      // Its form is there no more, when the person has gone on.
      if (present.current !== at)
        setMissed((before) => [...before.filter((one) => one.at !== at), { at, words: messageOf(refused) }]);
      // Another tab, or another person, has decided or begun a repair since.
      if (refused instanceof ApiError && refused.status === 409) reload();
      throw refused;
    }
    decided(frame.requirementId, decision, lines.join(' '));
    // The person may have gone on while the call was under way.
    if (present.current === at) toOpen();
  };
  const click = (/** @type {string} */ id) => document.getElementById(id)?.click();
  const focus = (/** @type {string} */ id) => document.getElementById(id)?.focus();
  useShortcuts({
    // A key that is held would accept frames that were not looked at.
    a: (held) => {
      if (!held) click('accept');
    },
    r: () => focus('words'),
    n: toOpen,
    j: () => to(at + 1),
    k: () => to(at - 1),
    ArrowRight: () => to(at + 1),
    ArrowLeft: () => to(at - 1),
    c: () => toggle('attempts'),
    p: () => toggle('previous'),
    b: () => go(`/projects/${projectId}`),
    '?': () => setHelp(true),
  });

  if (board !== undefined && frame === undefined) {
    return html`<${Empty} title="No frame to review yet" level=${1}>
      <p><a class="button" href=${`#/projects/${projectId}`}>To the board</a></p>
    <//>`;
  }
  if (board === undefined || frame === undefined) {
    return html`<${Absent} title="Review" what="the frames" error=${error} retry=${reload} />`;
  }
  const previous = frames[at - 2];
  return html`
    <div class="review">
      <div class="review-head">
        <a href=${`#/projects/${projectId}`}>Board</a>
        <h1><span dir="auto">${board.project.name}</span></h1>
        <p class="note" role="status">
          ${frames.filter(isApproved).length} approved · ${frames.filter(isSentBack).length} to repair ·
          ${` ${open.length} to review`}
        </p>
        <button class="quiet" type="button" onClick=${() => setHelp(true)}><kbd>?</kbd> Shortcuts</button>
      </div>
      ${missed
        .filter((one) => one.at !== at && open.includes(one.at))
        .map(
          (one) =>
            html`<p class="banner" role="alert" key=${one.at}>
              <a href=${`#/projects/${projectId}/review/${one.at}`}>Frame ${one.at}</a> has no decision: ${one.words}
            </p>`,
        )}
      <${Stage} frame=${frame} view=${view} previous=${previous} attempts=${own} />
      <aside class="side" aria-label="Frame">
        <div class="side-head">
          <h2>Frame ${at} <span class="note">of ${frames.length}</span></h2>
          <${StateMark} frame=${frame} />
        </div>
        ${frame.title && html`<h3 dir="auto">${frame.title}</h3>`}
        <p dir="auto">${frame.prompt}</p>
        ${
          frame.planId !== null &&
          html`<${DecisionForm} key=${frame.requirementId} frame=${frame} onDecide=${decide} onNext=${toOpen} />`
        }
        <div class="views">
          <button
            type="button"
            aria-pressed=${view === 'attempts'}
            disabled=${own.length < 2}
            onClick=${() => toggle('attempts')}
          >
            ${own.length < 2 ? 'One attempt' : `${own.length} attempts`} <kbd>c</kbd>
          </button>
          <button
            type="button"
            aria-pressed=${view === 'previous'}
            disabled=${!previous?.asset}
            onClick=${() => toggle('previous')}
          >
            Frame before <kbd>p</kbd>
          </button>
        </div>
        ${frame.evidence !== null && html`<${EvidencePanel} evidence=${frame.evidence} />`}
      </aside>
      <${Filmstrip} frames=${frames} at=${at} projectId=${projectId} />
      ${help && html`<${ShortcutsDialog} onClose=${() => setHelp(false)} />`}
    </div>
  `;
};

export const reviewPage = {
  path: '/projects/:projectId/review/:number',
  title: 'Review',
  view: Review,
  steps: 'number',
};
