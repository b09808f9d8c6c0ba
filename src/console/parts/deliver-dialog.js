/** Sends the link of a film to a webhook or by email. It spends nothing. */
import { call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { go } from '../app/router.js';
import { FormDialog } from './form-dialog.js';

/** @typedef {{ currentTarget: HTMLSelectElement }} Chosen */

/** @param {{ url: string, onClose: () => void }} props */
export const DeliverDialog = ({ url, onClose }) => {
  const [type, setType] = useState('webhook');
  const send = async (/** @type {FormData} */ form) => {
    const { title, ...destination } = Object.fromEntries([...form].filter(([, text]) => text !== ''));
    const video = title === undefined ? { url } : { url, title };
    const { deliveryId } = await call('deliverVideo', { body: { video, destinations: [destination] } });
    go(`/deliveries/${deliveryId}`);
  };
  return html`
    <${FormDialog} title="Deliver this film" send="Deliver" onSend=${send} onClose=${onClose}>
      <${Field} name="title" label="Title, if any" maxlength=${200} dir="auto" />
      <label>
        <span>To</span>
        <select
          name="type"
          value=${type}
          onChange=${(/** @type {Chosen} */ { currentTarget }) => setType(currentTarget.value)}
        >
          <option value="webhook">A webhook</option>
          <option value="email">An email</option>
        </select>
      </label>
      ${
        type === 'webhook'
          ? html`
              <${Field} name="url" label="Address" type="url" required placeholder="https://" />
              <${Field} name="secret" label="Secret that signs it, if any" autocomplete="off" />
            `
          : html`<${Field} name="to" label="Address" type="email" required />`
      }
      <p class="note">Free. The link works for an hour. A failed attempt is repeated over a day.</p>
    <//>
  `;
};

/** @param {{ name: string, label: string } & Record<string, unknown>} props */
const Field = ({ label, ...rest }) => html` <label><span>${label}</span><input key=${rest.name} ...${rest} /></label> `;
