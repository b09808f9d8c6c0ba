/** The workspaces of the caller, the one of this tab, its members and its webhooks. */
import { call, newKey } from '../app/api.js';
import { html, useMemo, useState } from '../app/html.js';
import { useLoad } from '../app/use-load.js';
import { session } from '../app/session.js';
import { chooseWorkspace, chosenWorkspace } from '../app/workspace.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { Failed, Pending } from '../parts/states.js';
import { WebhooksPanel } from '../parts/webhooks-panel.js';

/** @typedef {import('../app/answers.ts').Workspace} Workspace */
/** @typedef {import('../app/answers.ts').Member} Member */

const WorkspacePage = () => {
  const loaded = useLoad(async (signal) => call('listWorkspaces', { anywhere: true, signal }), []);
  const workspaces = loaded.value?.workspaces ?? [];
  const here = chosenWorkspace() ?? session.get()?.workspaceId;
  const current = workspaces.find(({ id, personal }) => (here === undefined ? personal : id === here));
  return html`
    <div class="page narrow">
      <div class="page-head"><h1>Workspace</h1></div>
      <${Pending} of=${loaded} what="the workspaces" />
      ${
        loaded.value &&
        current === undefined &&
        html`<p class="notice bad" role="alert">You are no member of the workspace of this tab any more.</p>`
      }
      ${loaded.value && html`<${Switch} workspaces=${workspaces} current=${current} reload=${loaded.reload} />`}
      ${current && html`<${Members} key=${current.id} workspace=${current} />`}
      ${current?.role === 'owner' && html`<${WebhooksPanel} key=${`webhooks-${current.id}`} />`}
    </div>
  `;
};

/** @param {{ workspaces: readonly Workspace[], current: Workspace | undefined, reload: () => void }} props */
const Switch = ({ workspaces, current, reload }) => {
  const create = async (/** @type {string} */ name, /** @type {string} */ key) => {
    await call('createWorkspace', { body: { name }, key });
    reload();
  };
  return html`
    <section class="panel">
      <h2>Workspaces</h2>
      <ul class="people">
        ${workspaces.map(
          ({ id, name: called, role }) => html`
            <li key=${id}>
              <span><b dir="auto">${called}</b> <span class="note">${role}</span></span>
              ${
                id === current?.id
                  ? html`<span class="chip good">This tab</span>`
                  : session.get()?.workspaceId === undefined &&
                    html`<button
                      type="button"
                      aria-label=${`Work here: ${called}`}
                      onClick=${() => chooseWorkspace(id)}
                    >
                      Work here
                    </button>`
              }
            </li>
          `,
        )}
      </ul>
      <${Adding} label="New workspace" act="Create" onAdd=${create} dir="auto" />
    </section>
  `;
};

/**
 * A line of text, and the button that takes it. Each text is an intention of its own, and has a key.
 * @param {{ label: string, act: string, onAdd: (text: string, key: string) => Promise<unknown> }} props other ones are
 *   attributes of the field
 */
const Adding = ({ label, act, onAdd, ...field }) => {
  const [text, setText] = useState('');
  const key = useMemo(newKey, [text]);
  const add = async () => {
    await onAdd(text.trim(), key);
    setText('');
  };
  const onInput = (/** @type {{ currentTarget: HTMLInputElement }} */ event) => setText(event.currentTarget.value);
  return html`
    <div class="adding">
      <label><span>${label}</span><input ...${field} value=${text} onInput=${onInput} /></label>
      <${Action} disabled=${text.trim() === ''} onAct=${add}>${act}<//>
    </div>
  `;
};

/** @param {{ workspace: Workspace }} props */
const Members = ({ workspace: { id: workspaceId, role, personal } }) => {
  const loaded = useLoad(async (signal) => call('listMembers', { path: { workspaceId }, signal }), [workspaceId]);
  const owner = role === 'owner' && !personal;
  const add = async (/** @type {string} */ sub) =>
    loaded.set(await call('putMember', { path: { workspaceId, sub }, body: {} }));
  return html`
    <section class="panel">
      <h2>Members</h2>
      ${loaded.error && html`<${Failed} error=${loaded.error} retry=${loaded.reload} />`}
      <ul class="people">
        ${loaded.value?.members.map(
          (member) => html`
            <li key=${member.id}>
              <span> <b dir="auto">${member.name ?? member.id}</b> <span class="note">${member.role}</span> </span>
              ${owner && html`<${Change} workspaceId=${workspaceId} member=${member} changed=${loaded.set} />`}
            </li>
          `,
        )}
      </ul>
      ${personal && html`<p class="note">A personal workspace has no other member.</p>`}
      ${
        owner &&
        html`<${Adding}
          label="Subject of a user, as in their token"
          act="Let in"
          onAdd=${add}
          autocomplete="off"
          spellcheck=${false}
        />`
      }
    </section>
  `;
};

/** @typedef {import('../app/answers.ts').Answers['listMembers']} Answer */

/** @param {{ workspaceId: string, member: Member, changed: (answer: Answer) => void }} props */
const Change = ({ workspaceId, member, changed }) => {
  const path = { workspaceId, sub: member.id };
  const called = member.name ?? member.id;
  const other = member.role === 'owner' ? 'member' : 'owner';
  const [removing, setRemoving] = useState(false);
  const remove = async () => {
    const left = await call('removeMember', { path });
    setRemoving(false);
    changed(left);
  };
  return html`
    <span class="actions">
      <${Action} onAct=${async () => changed(await call('putMember', { path, body: { role: other } }))}>
        ${`Make ${other}`}
      <//>
      <button type="button" aria-label=${`Remove ${called}…`} onClick=${() => setRemoving(true)}>Remove…</button>
      ${
        removing &&
        html`
          <${Dialog} title=${`Remove ${called}?`} onClose=${() => setRemoving(false)}>
            <p>The work of this member stays here. The member sees nothing more of it.</p>
            <div class="dialog-end">
              <button type="button" onClick=${() => setRemoving(false)}>Keep this member</button>
              <${Action} class="primary" onAct=${remove}>Remove the member<//>
            </div>
          <//>
        `
      }
    </span>
  `;
};

export const workspacePage = { path: '/workspace', title: 'Workspace', nav: 'Workspace', view: WorkspacePage };
