/** The creative profile of the caller in this workspace. */
import { call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { useLoad } from '../app/use-load.js';
import { titleOf } from '../parts/job-status.js';
import { Failed, Pending } from '../parts/states.js';

/** @typedef {import('../app/answers.ts').CreativeSettings} CreativeSettings */

const Settings = () => {
  const loaded = useLoad(async (signal) => call('getCreativeSettings', { signal }), []);
  return html`
    <div class="page narrow">
      <div class="page-head"><h1>Creative profile</h1></div>
      <${Pending} of=${loaded} what="the profile" />
      ${
        loaded.value &&
        html`<${Form} settings=${loaded.value.settings} limitations=${loaded.value.limitations} saved=${loaded.set} />`
      }
    </div>
  `;
};

/** @param {string} text */
const linesOf = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** @param {FormData} form */
const settingsOf = (form) => {
  /** @param {string} name */
  const text = (name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const tone = text('preferredNarrativeTone');
  return {
    authorSignature: text('authorSignature'),
    preferredVisualStyle: text('preferredVisualStyle'),
    preferredMusicDirection: text('preferredMusicDirection'),
    creativeGoals: linesOf(text('creativeGoals')),
    bannedTopics: linesOf(text('bannedTopics')),
    ethicalGuardrails: linesOf(text('ethicalGuardrails')),
    pacingPreference: Number(text('pacingPreference')),
    governanceMode: text('governanceMode'),
    ...(tone === '' ? {} : { preferredNarrativeTone: tone }),
  };
};

/** @typedef {import('../app/answers.ts').Answers['getCreativeSettings']} Answer */

/**
 * @param {{ settings: CreativeSettings, limitations: readonly string[], saved: (answer: Answer) => void }} props
 */
const Form = ({ settings, limitations, saved }) => {
  const [said, setSaid] = useState('');
  const [error, setError] = useState(/** @type {Error | undefined} */ (undefined));
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const save = async (event) => {
    event.preventDefault();
    setSaid('');
    setError(undefined);
    // Members that the form does not show stay as they are.
    const { preferredNarrativeTone: _, ...kept } = settings;
    const body = { ...kept, ...settingsOf(new FormData(event.currentTarget)) };
    try {
      saved(await call('saveCreativeSettings', { body }));
      setSaid('Saved.');
    } catch (refused) {
      setError(/** @type {Error} */ (refused));
    }
  };
  return html`
    <form class="panel fields" onSubmit=${save}>
      <${Text} name="authorSignature" label="Signature" value=${settings.authorSignature} />
      <${Text} name="preferredVisualStyle" label="Visual style" value=${settings.preferredVisualStyle} rows=${3} />
      <${Text} name="preferredMusicDirection" label="Music" value=${settings.preferredMusicDirection} rows=${2} />
      <${Choice}
        name="preferredNarrativeTone"
        label="Tone"
        value=${settings.preferredNarrativeTone ?? ''}
        values=${['', 'cinematic', 'documentary', 'educational', 'experimental', 'commercial']}
      />
      <${Lines} name="creativeGoals" label="Goals" value=${settings.creativeGoals} />
      <${Lines} name="bannedTopics" label="Banned topics" value=${settings.bannedTopics} />
      <${Lines} name="ethicalGuardrails" label="Guardrails" value=${settings.ethicalGuardrails} />
      <${Choice}
        name="pacingPreference"
        label="Pacing, 1 is slow"
        value=${String(settings.pacingPreference)}
        values=${['1', '2', '3', '4', '5']}
      />
      <${Choice}
        name="governanceMode"
        label="Governance"
        value=${settings.governanceMode}
        values=${['strict', 'balanced', 'creative']}
      />
      ${error && html`<${Failed} error=${error} />`}
      <div class="actions">
        <button class="primary" type="submit">Save the profile</button>
        <span role="status">${said}</span>
      </div>
    </form>
    ${
      limitations.length > 0 &&
      html`<section class="panel">
        <h2>What it does not steer here</h2>
        <ul class="bullets">
          ${limitations.map((one) => html`<li key=${one}>${one}</li>`)}
        </ul>
      </section>`
    }
  `;
};

/** @param {{ name: string, label: string, value: string, rows?: number }} props */
const Text = ({ name, label, value, rows = 1 }) => html`
  <label
    ><span>${label}</span>
    ${
      rows === 1
        ? html`<input name=${name} dir="auto" defaultValue=${value} />`
        : html`<textarea name=${name} dir="auto" rows=${rows} defaultValue=${value}></textarea>`
    }
  </label>
`;

/** @param {{ name: string, label: string, value: readonly string[] }} props */
const Lines = ({ name, label, value }) =>
  html`<${Text} name=${name} label=${`${label}, one a line`} value=${value.join('\n')} rows=${4} />`;

/**
 * As of a text, the value is where the choice begins: one that is made while the form is being saved stays.
 * @param {{ name: string, label: string, value: string, values: readonly string[] }} props
 */
const Choice = ({ name, label, value, values }) => html`
  <label
    ><span>${label}</span>
    <select name=${name}>
      ${values.map(
        (one) =>
          html`<option key=${one} value=${one} defaultSelected=${one === value}>
            ${one === '' ? 'Not chosen' : titleOf(one)}
          </option>`,
      )}
    </select>
  </label>
`;

export const settingsPage = { path: '/settings', title: 'Creative profile', nav: 'Profile', view: Settings };
