/**
 * A button whose work takes a while and may be refused: it says so beside itself. While it works it keeps the focus of
 * a keyboard, which a disabled button loses. The second click of a double click was meant for what was there before.
 */
import { html } from '../app/html.js';
import { useWork } from '../app/use-work.js';

/**
 * @param {{ class?: string, onAct: () => Promise<unknown>, disabled?: boolean, children?: unknown }} props
 */
export const Action = ({ class: kind = '', onAct, disabled = false, children }) => {
  const { busy, error, act } = useWork();
  const onClick = async (/** @type {MouseEvent} */ { detail: clicks }) => {
    if (clicks <= 1) await act(onAct);
  };
  return html`
    <span class="action">
      <button type="button" class=${kind} disabled=${disabled} aria-disabled=${busy} onClick=${onClick}>
        ${children}
      </button>
      ${error !== '' && html`<span class="wrong" role="alert">${error}</span>`}
    </span>
  `;
};
