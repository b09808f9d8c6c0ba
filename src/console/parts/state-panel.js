/** The state of the service for operators: what waits, what is away, what was given up. */
import { call } from '../app/api.js';
import { html } from '../app/html.js';
import { session } from '../app/session.js';
import { useStore } from '../app/store.js';
import { useLoad } from '../app/use-load.js';
import { Fact } from './fact.js';
import { titleOf } from './job-status.js';
import { Pending } from './states.js';

/** @typedef {import('../app/answers.ts').Answers['getServiceState']} State */

export const StatePanel = () => {
  const admin = useStore(session)?.scopes.includes('admin') ?? false;
  const loaded = useLoad(
    async (signal) => (admin ? call('getServiceState', { signal, unplaced: true }) : undefined),
    [admin],
  );
  const state = loaded.value;
  if (!admin)
    return html`<p class="notice">Queues, lags and dead letters are shown to tokens with the scope admin.</p>`;
  return html`
    <section class="panel">
      <div class="panel-head">
        <h2>State</h2>
        ${
          state &&
          html`<span class=${state.ready ? 'chip good' : 'chip bad'}>${state.ready ? 'Ready' : 'Not ready'}</span>`
        }
      </div>
      <${Pending} of=${loaded} what="the state" />
      ${state && html`<${Facts} state=${state} />`}
    </section>
  `;
};

/** @param {{ state: State }} props */
const Facts = ({ state: { lag, openWork, deadLetters, servers, engines, broken, disks, log } }) => html`
  <dl class="facts">
    ${lag.map(
      ({ role, waiting, unit, error }) => html`
        <${Fact} key=${role} name=${`Lag of the ${role}`} kind=${error !== undefined && 'wrong'}>
          ${waiting === null ? 'not known' : `${waiting.toLocaleString()} ${unit}`}${error && `: ${error}`}
        <//>
      `,
    )}
    <${Fact} name="Steps that are due">
      ${
        openWork === null
          ? 'not known'
          : openWork.map(({ kind, due }) => `${titleOf(kind)}: ${due.toLocaleString()}`).join(', ') || 'none'
      }
    <//>
    <${Fact} name="Dead letters" kind=${deadLetters !== 0 && 'wrong'}
      >${deadLetters?.toLocaleString() ?? 'not known'}<//
    >
    <${Fact} name="Log" kind=${log.fault !== null && 'wrong'}>
      ${log.fault ?? (log.proving ? 'is checked as a whole' : 'its chains hold')}
    <//>
    <${Fact} name="Disks" kind=${disks.length > 0 && 'wrong'}>${disks.join(', ') || 'take writes'}<//>
    ${[...servers, ...engines].map(
      ({ name, available, error }) => html`
        <${Fact} key=${name} name=${name} kind=${!available && 'wrong'}>
          ${available ? 'answers' : 'does not answer'}${error && `: ${error}`}
        <//>
      `,
    )}
    ${broken.map(({ readModel, error }) => html`<${Fact} key=${readModel} name=${readModel} kind="wrong">${error}<//>`)}
  </dl>
  ${(deadLetters ?? 0) > 0 && html`<p class="note">The command npm run -s dead-letters -- list names each of them.</p>`}
`;
