import { html } from '../app/html.js';
import { useStore } from '../app/store.js';
import { shortcutsOn, switchShortcuts } from '../work/use-shortcuts.js';
import { Dialog } from './dialog.js';

/** @type {readonly (readonly [string, string])[]} */
const KEYS = [
  ['a', 'Accept, and go to the next frame to review'],
  ['r', 'Write words for a repair'],
  ['Ctrl Enter', 'Send the words to repair'],
  ['n', 'Next frame to review'],
  ['j', 'Next frame, also →'],
  ['k', 'Frame before, also ←'],
  ['c', 'Attempts side by side'],
  ['p', 'Compare with the frame before'],
  ['b', 'Back to the board'],
  ['Esc', 'Leave the words, or this list'],
];

/** @param {{ onClose: () => void }} props */
export const ShortcutsDialog = ({ onClose }) => html`
  <${Dialog} title="Shortcuts" onClose=${onClose}>
    <dl class="keys">
      ${KEYS.map(
        ([key, words]) => html`
          <div>
            <dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt>
            <dd>${words}</dd>
          </div>
        `,
      )}
    </dl>
    <label class="check">
      <input
        type="checkbox"
        checked=${useStore(shortcutsOn)}
        onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) =>
          switchShortcuts(event.currentTarget.checked)}
      />
      Keys of one letter act
    </label>
    <div class="dialog-end"><button class="primary" type="button" onClick=${onClose}>Close</button></div>
  <//>
`;
