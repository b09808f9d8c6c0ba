/** Deliveries of films, and the log of one with each attempt. */
import { call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { momentOf } from '../app/time.js';
import { useLoad } from '../app/use-load.js';
import { usePages } from '../app/use-pages.js';
import { Action } from '../parts/action.js';
import { titleOf } from '../parts/job-status.js';
import { PagesOf } from '../parts/pages-of.js';
import { Picker } from '../parts/picker.js';
import { Pending } from '../parts/states.js';

/**
 * @typedef {import('../app/answers.ts').Delivery} Delivery
 * @typedef {import('../app/answers.ts').Destination} Destination
 */

/** @type {readonly (readonly [status: Destination['status'] | '', words: string])[]} */
const STATUSES = [
  ['', 'All'],
  ['pending', 'Pending'],
  ['retrying', 'Retrying'],
  ['failed', 'Failed'],
  ['blocked', 'Blocked'],
  ['unsupported', 'Unsupported'],
  ['delivered', 'Delivered'],
];

const Deliveries = () => {
  const [status, setStatus] = useState('');
  const list = usePages('listDeliveries', { status: status || undefined }, ({ deliveries }) => deliveries);
  return html`
    <div class="page narrow">
      <div class="page-head">
        <h1>Deliveries</h1>
        <${Picker} label="Show" value=${status} values=${STATUSES} onPick=${setStatus} />
      </div>
      <${PagesOf}
        list=${list}
        what="the deliveries"
        none="No delivery here yet"
        hint="The page of a film sends its link to a webhook or by email."
      >
        <ul class="rows">
          ${list.items?.map((delivery) => html`<${Row} key=${delivery.id} delivery=${delivery} />`)}
        </ul>
      <//>
    </div>
  `;
};

/** @param {{ delivery: Delivery }} props */
const Row = ({ delivery: { id, createdAt, destinations } }) => html`
  <li>
    <a class="row" href=${`#/deliveries/${id}`}>
      <b>${destinations.map(placeOf).join(', ')}</b>
      <span class="chips">${[...new Set(destinations.map(({ status }) => status))].map(chipOf)}</span>
      <span class="note">${momentOf(createdAt)}</span>
      <span class="note">${attemptsOf(destinations.reduce((sum, { attempts }) => sum + attempts.length, 0))}</span>
    </a>
  </li>
`;

/** @param {Destination} destination */
const placeOf = ({ type, host }) => (host === null ? titleOf(type) : `${titleOf(type)} at ${host}`);

/** @param {Destination['status']} status */
const chipOf = (status) => html`<span key=${status} class=${`chip ${TONES[status]}`}>${titleOf(status)}</span>`;

/** @type {Readonly<Record<Destination['status'], string>>} */
const TONES = {
  delivered: 'good',
  pending: 'busy',
  retrying: 'busy',
  failed: 'bad',
  blocked: 'bad',
  unsupported: 'bad',
};

/** @param {number} count */
const attemptsOf = (count) => (count === 1 ? '1 attempt' : `${count} attempts`);

/** @param {{ deliveryId: string }} props */
const DeliveryPage = ({ deliveryId }) => {
  const path = { deliveryId };
  const log = useLoad(async (signal) => call('getDelivery', { path, signal }), [deliveryId]);
  const delivery = log.value?.delivery;
  const again = async () => {
    await call('redeliver', { path });
    log.reload();
  };
  // Another attempt of these follows by itself.
  const open = delivery?.destinations.some(({ status }) => TONES[status] === 'bad') ?? false;
  return html`
    <div class="page narrow">
      <div class="page-head">
        <div>
          <p class="note"><a href="#/deliveries">Deliveries</a></p>
          <h1>Delivery</h1>
        </div>
        <div class="actions">
          <${Action} onAct=${async () => log.reload()}>Look again<//>
          ${open && html`<${Action} class="primary" onAct=${again}>Send again<//>`}
        </div>
      </div>
      <${Pending} of=${log} what="the delivery" />
      ${delivery && html`<p class="note">Sent ${momentOf(delivery.createdAt)}</p>`}
      <div role="status">
        ${delivery?.destinations.map((one) => html`<${DestinationLog} key=${one.index} destination=${one} />`)}
      </div>
    </div>
  `;
};

/** @param {{ destination: Destination }} props */
const DestinationLog = ({ destination }) => html`
  <section class="panel destination" aria-label=${`Destination ${destination.index + 1}`}>
    <div class="panel-head">
      <h2>${placeOf(destination)}</h2>
      ${chipOf(destination.status)}
    </div>
    <p class="note">
      ${destination.type === 'webhook' && (destination.signed ? 'Signed with a secret. ' : 'Not signed. ')}
      ${attemptsOf(destination.attempts.length)}.
      ${destination.nextAttemptAt !== null && ` The next one follows ${momentOf(destination.nextAttemptAt)}.`}
    </p>
    <ol class="log">
      ${destination.attempts.map(
        ({ attempt, attemptedAt, status, statusCode, code }) => html`
          <li key=${attempt}>
            ${momentOf(attemptedAt)}: ${titleOf(status)}${statusCode !== null && `, answered ${statusCode}`}
            ${code !== null && html`<span class="note"> ${code.replaceAll('_', ' ')}</span>`}
          </li>
        `,
      )}
    </ol>
  </section>
`;

export const deliveriesPage = { path: '/deliveries', title: 'Deliveries', nav: 'Deliveries', view: Deliveries };
export const deliveryPage = { path: '/deliveries/:deliveryId', title: 'Delivery', view: DeliveryPage };
