/** A dialog over the page. The browser keeps the focus within it, and gives it back. */
import { html, useEffect, useRef } from '../app/html.js';

/**
 * @param {{ title: string, onClose: () => void, wide?: boolean, children?: unknown }} props `onClose` also on Escape
 */
export const Dialog = ({ title, onClose, wide = false, children }) => {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return html`
    <dialog ref=${place} class=${wide ? 'wide' : ''} aria-labelledby="dialog-title" onCancel=${onClose}>
      <h2 id="dialog-title">${title}</h2>
      ${children}
    </dialog>
  `;
};
