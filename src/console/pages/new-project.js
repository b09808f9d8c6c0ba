/** A new project from a screenplay that is pasted, dropped or chosen. */
import { call, newKey } from '../app/api.js';
import { useDraft } from '../app/drafts.js';
import { html, useMemo } from '../app/html.js';
import { go } from '../app/router.js';
import { useWork } from '../app/use-work.js';
import { ScreenplayField } from '../parts/screenplay-field.js';

const NAME_CHARS_MAX = 120;

/**
 * The title of its title page, which may be on an indented line of its own; empty without one.
 * @param {string} script
 */
const titleIn = (script) => {
  const title = /^Title:[^\S\n]*(?:\n[^\S\n]+)?(\S.*)$/m.exec(script)?.[1] ?? '';
  return Array.from(title.trim()).slice(0, NAME_CHARS_MAX).join('').trim();
};

const NewProject = () => {
  const [name, setName, dropName] = useDraft('new-name');
  const [script, setScript, dropScript] = useDraft('new-script');
  // A corrected text is another intention: under the same key it would be refused.
  const key = useMemo(newKey, [name, script]);
  const { busy, error, act } = useWork({ leaves: true });
  const create = async () => {
    const body = { name: name.trim(), ...(script.trim() === '' ? {} : { script }) };
    const { project } = await call('createProject', { body, key });
    dropName();
    dropScript();
    go(`/projects/${project.id}`);
  };
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    await act(create);
  };
  const titled = (/** @type {string} */ text) => {
    setScript(text);
    // A name that a person has written stays; one of the title page follows the title, letter by letter.
    if (name.trim() === '' || name === titleIn(script)) setName(titleIn(text));
  };
  return html`
    <form class="page narrow" onSubmit=${submit}>
      <div class="page-head"><h1>New project</h1></div>
      <div class="field">
        <label for="name">Name</label>
        <input
          id="name"
          required
          maxlength="120"
          dir="auto"
          autocomplete="off"
          value=${name}
          onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => setName(event.currentTarget.value)}
        />
      </div>
      <${ScreenplayField} script=${script} onScript=${titled} />
      ${error !== '' && html`<p class="wrong" role="alert">${error}</p>`}
      <p class="form-end">
        <button class="primary" type="submit" aria-disabled=${busy}>Split into frames</button>
        <span class="note">Free. Nothing is made or charged yet.</span>
      </p>
    </form>
  `;
};

export const newProjectPage = { path: '/new', title: 'New project', view: NewProject };
