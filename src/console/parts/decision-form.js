/** A person's decision on one frame: accept it, or send it to repair with words. */
import { useDraft } from '../app/drafts.js';
import { html } from '../app/html.js';
import { momentOf } from '../app/time.js';
import { useWork } from '../app/use-work.js';
import { isUnderWay } from '../work/frame.js';

/** The bound of the contract: one addition to the prompt is a line. */
const WORDS_MAX = 1_000;

/**
 * @param {{ frame: import('../work/frame.js').Frame, onNext: () => void,
 *   onDecide: (decision: 'accept' | 'repair', words: string) => Promise<void> }} props
 */
export const DecisionForm = ({ frame, onDecide, onNext }) => {
  const [words, setWords, drop] = useDraft(`words-${frame.requirementId}`);
  const { busy, error, setError, act } = useWork();
  const decide = async (/** @type {'accept' | 'repair'} */ decision) => {
    if (busy || isUnderWay(frame)) return;
    if (decision === 'repair' && words.trim() === '') {
      setError('Say what should change: the words go into the prompt.');
      document.getElementById('words')?.focus();
      return;
    }
    await act(async () => {
      await onDecide(decision, words);
      drop();
    });
  };
  const keys = async (/** @type {KeyboardEvent & { currentTarget: HTMLElement }} */ event) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      await decide('repair');
    }
  };
  /** The next frame is in the same place: the second click of a double click decides nothing. */
  const onClick =
    (/** @type {'accept' | 'repair'} */ made) =>
    async (/** @type {MouseEvent} */ { detail: clicks }) => {
      if (clicks <= 1) await decide(made);
    };
  const { decision } = frame;
  const waits = busy || isUnderWay(frame);
  return html`
    <form class="decision" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${
        decision &&
        html`<p class="note">
          ${decision.decision === 'accept' ? 'Approved' : 'Sent to repair'} by ${decision.decidedBy.name ?? 'a person'},
          ${` ${momentOf(decision.decidedAt)}`}: <q dir="auto">${decision.note}</q>
          ${decision.approveForTraining && html`<span class="chip">May be used for training</span>`}
        </p>`
      }
      ${frame.reason !== null && html`<p class="wrong">${frame.reason.replaceAll('_', ' ')}</p>`}
      <label for="words">Words for a repair, or a note</label>
      <textarea
        id="words"
        rows="2"
        maxlength=${WORDS_MAX}
        dir="auto"
        value=${words}
        aria-invalid=${error === '' ? undefined : 'true'}
        onInput=${(/** @type {{ currentTarget: HTMLTextAreaElement }} */ event) => setWords(event.currentTarget.value)}
        onKeyDown=${keys}
      ></textarea>
      ${error !== '' && html`<p class="wrong" role="alert">${error}</p>`}
      <div class="decision-acts">
        <button id="accept" class="primary" type="button" aria-disabled=${waits} onClick=${onClick('accept')}>
          Accept <kbd>a</kbd>
        </button>
        <button type="button" aria-disabled=${waits} onClick=${onClick('repair')}>Repair <kbd>r</kbd></button>
        <button type="button" onClick=${onNext}>Next <kbd>n</kbd></button>
      </div>
    </form>
  `;
};
