/** A form over the page, whose sending takes a while and may be refused: it says so above its buttons. */
import { html } from '../app/html.js';
import { useWork } from '../app/use-work.js';
import { Dialog } from './dialog.js';

/** @typedef {SubmitEvent & { currentTarget: HTMLFormElement }} Submitted */

/**
 * @param {{ title: string, send: string, onSend: (form: FormData) => Promise<unknown>, onClose: () => void,
 *   children?: unknown }} props `send`: the words of the button that sends
 */
export const FormDialog = ({ title, send, onSend, onClose, children }) => {
  const { busy, error, act } = useWork({ leaves: true });
  const submit = async (/** @type {Submitted} */ event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await act(async () => onSend(form));
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
