/** A form over the page, whose sending takes a while and may be refused: it says so above its buttons. */
import { html, useState } from '../app/html.js';
import { Dialog } from './dialog.js';

/** @typedef {SubmitEvent & { currentTarget: HTMLFormElement }} Submitted */

/**
 * @param {{ title: string, send: string, onSend: (form: FormData) => Promise<unknown>, onClose: () => void,
 *   children?: unknown }} props `send`: the words of the button that sends
 */
export const FormDialog = ({ title, send, onSend, onClose, children }) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = async (/** @type {Submitted} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      await onSend(new FormData(event.currentTarget));
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
      setBusy(false);
    }
  };
  return html`
    <${Dialog} title=${title} onClose=${onClose}>
      <form class="fields" onSubmit=${submit}>
        ${children} ${error !== '' && html`<p class="wrong" role="alert">${error}</p>`}
        <div class="dialog-end">
          <button type="button" onClick=${onClose}>Not now</button>
          <button class="primary" type="submit" aria-disabled=${busy}>${send}</button>
        </div>
      </form>
    <//>
  `;
};
