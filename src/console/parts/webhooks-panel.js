/** The webhooks of a workspace, and the news that each of them gets. A secret is shown once, when it is made. */
import { ApiError, call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { dayOf, momentOf } from '../app/time.js';
import { useLoad } from '../app/use-load.js';
import { Action } from './action.js';
import { Dialog } from './dialog.js';
import { FormDialog } from './form-dialog.js';
import { titleOf } from './job-status.js';
import { Pending } from './states.js';

/** @typedef {import('../app/answers.ts').Webhook} Webhook */

/** @type {Readonly<Record<Webhook['events'][number], string>>} */
const EVENTS = {
  'job.completed': 'A job has ended',
  'job.human_review': 'A frame waits for a person',
  'credits.low': 'Credits are low',
  'delivery.failed': 'A delivery has failed',
};

export const WebhooksPanel = () => {
  const list = useLoad(async (signal) => call('listWebhooks', { signal, unplaced: true }), []);
  const [secret, setSecret] = useState('');
  const [adding, setAdding] = useState(false);
  const made = (/** @type {string} */ text) => {
    setAdding(false);
    setSecret(text);
    list.reload();
  };
  return html`
    <section class="panel">
      <div class="panel-head">
        <h2>Webhooks</h2>
        <button type="button" onClick=${() => setAdding(true)}>Add a webhook…</button>
      </div>
      <${Pending} of=${list} what="the webhooks" />
      ${
        list.value?.webhooks.length === 0 &&
        html`<p class="note">
          None. A webhook is told when jobs end, frames wait, credits are low or deliveries fail.
        </p>`
      }
      <ul class="people">
        ${list.value?.webhooks.map(
          (webhook) => html`<${Row} key=${webhook.id} webhook=${webhook} onSecret=${made} reload=${list.reload} />`,
        )}
      </ul>
      ${adding && html`<${Adding} onSecret=${made} onClose=${() => setAdding(false)} />`}
      ${secret !== '' && html`<${Secret} secret=${secret} onClose=${() => setSecret('')} />`}
    </section>
  `;
};

/** @param {{ webhook: Webhook, onSecret: (secret: string) => void, reload: () => void }} props */
const Row = ({ webhook: { id, host, description, events, createdAt, previousSecretUntil }, onSecret, reload }) => {
  const [removing, setRemoving] = useState(false);
  const [tried, setTried] = useState(/** @type {{ id: string, status: string } | undefined} */ (undefined));
  const path = { webhookId: id };
  /** One that is gone, removed in another tab, leaves the list. */
  const act = async (/** @type {() => Promise<void>} */ how) => {
    try {
      await how();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      reload();
    }
  };
  const ping = async () => {
    const { deliveryId, results } = await call('pingWebhook', { path });
    setTried({ id: deliveryId, status: results[0]?.status ?? 'retrying' });
  };
  const rotate = async () => onSecret((await call('rotateWebhook', { path })).secret);
  const remove = async () => {
    await call('removeWebhook', { path });
    setRemoving(false);
    reload();
  };
  return html`
    <li>
      <div class="webhook">
        <b dir="auto">${description ?? host ?? id}</b>
        <p class="note">
          ${`${host ?? 'no host'}, since ${dayOf(createdAt)}: ${events.map((one) => EVENTS[one]).join(', ')}`}
        </p>
        ${
          previousSecretUntil !== null &&
          html`<p class="note">The secret before signs too, until ${momentOf(previousSecretUntil)}.</p>`
        }
        <p role="status">${tried && html`Ping: <a href=${`#/deliveries/${tried.id}`}>${titleOf(tried.status)}</a>`}</p>
      </div>
      <span class="actions">
        <${Action} onAct=${async () => act(ping)}>Ping<//>
        <${Action} onAct=${async () => act(rotate)}>New secret<//>
        <button type="button" onClick=${() => setRemoving(true)}>Remove…</button>
      </span>
      ${
        removing &&
        html`
          <${Dialog} title="Remove this webhook?" onClose=${() => setRemoving(false)}>
            <p>Nothing more is sent to it, and its address and secrets are deleted.</p>
            <div class="dialog-end">
              <button type="button" onClick=${() => setRemoving(false)}>Keep it</button>
              <${Action} class="primary" onAct=${async () => act(remove)}>Remove the webhook<//>
            </div>
          <//>
        `
      }
    </li>
  `;
};

/** @param {{ onSecret: (secret: string) => void, onClose: () => void }} props */
const Adding = ({ onSecret, onClose }) => {
  const add = async (/** @type {FormData} */ form) => {
    const texts = Object.fromEntries([...form].filter(([name, text]) => name !== 'events' && text !== ''));
    const body = { ...texts, events: form.getAll('events') };
    onSecret((await call('createWebhook', { body })).secret);
  };
  return html`
    <${FormDialog} title="Add a webhook" send="Add" onSend=${add} onClose=${onClose}>
      <label><span>Address</span><input name="url" type="url" required placeholder="https://" /></label>
      <label><span>What it is for, if any</span><input name="description" maxlength="200" dir="auto" /></label>
      <fieldset>
        <legend>Tell it when</legend>
        ${Object.entries(EVENTS).map(
          ([event, words]) => html`
            <label class="check" key=${event}>
              <input type="checkbox" name="events" value=${event} defaultChecked=${event === 'job.completed'} />
              ${words}
            </label>
          `,
        )}
      </fieldset>
    <//>
  `;
};

/** @param {{ secret: string, onClose: () => void }} props */
const Secret = ({ secret, onClose }) => html`
  <${Dialog} title="The secret of this webhook" onClose=${onClose}>
    <p>Keep it now: it is never shown again. The receiver checks signatures with it.</p>
    <p><code>${secret}</code></p>
    <div class="dialog-end"><button class="primary" type="button" onClick=${onClose}>I have kept it</button></div>
  <//>
`;
