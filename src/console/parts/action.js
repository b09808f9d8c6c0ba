/**
 * A button whose work takes a while and may be refused: it says so beside itself. While it works it keeps the focus of
 * a keyboard, which a disabled button loses. The second click of a double click was meant for what was there before.
 */
import { html, useState } from '../app/html.js';

/**
 * @param {{ class?: string, onAct: () => Promise<unknown>, disabled?: boolean, children?: unknown }} props
 */
export const Action = ({ class: kind = '', onAct, disabled = false, children }) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const act = async (/** @type {MouseEvent} */ { detail: clicks }) => {
    if (busy || clicks > 1) return;
    setBusy(true);
    setError('');
    try {
      await onAct();
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
    }
    setBusy(false);
  };
  return html`
    <span class="action">
      <button type="button" class=${kind} disabled=${disabled} aria-disabled=${busy} onClick=${act}>${children}</button>
      ${error !== '' && html`<span class="wrong" role="alert">${error}</span>`}
    </span>
  `;
};
