/** A dialog over the page. The browser keeps the focus within it, and gives it back. */
import { html, useId, useLayoutEffect, useRef } from '../app/html.js';

/**
 * @param {{ title: string, onClose: () => void, children?: unknown }} props `onClose` also on Escape
 */
export const Dialog = ({ title, onClose, children }) => {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // One dialog may be over another one: each has a name of its own.
  const titleId = useId();
  // Before the dialog leaves the page: afterwards the browser would give the focus back to nothing.
  useLayoutEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return html`
    <dialog ref=${place} aria-labelledby=${titleId} onCancel=${onClose}>
      <h2 id=${titleId}>${title}</h2>
      ${children}
    </dialog>
  `;
};
