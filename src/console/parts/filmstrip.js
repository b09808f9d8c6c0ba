/** All frames in a row, the present one in view. */
import { html, useEffect, useRef } from '../app/html.js';
import { stateOf } from '../work/frame.js';

/** @param {{ frames: readonly import('../work/frame.js').Frame[], at: number, projectId: string }} props */
export const Filmstrip = ({ frames, at, projectId }) => {
  const current = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const row = current.current?.parentElement;
    if (!current.current || !row) return;
    // The row alone: the page stays where its picture is.
    const [frame, all] = [current.current.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollBy({ left: frame.left + frame.width / 2 - all.left - all.width / 2 });
  }, [at]);
  return html`
    <nav class="strip-of-frames" aria-label="Frames">
      ${frames.map((frame) => {
        const { words, tone } = stateOf(frame);
        return html`
          <a
            key=${frame.requirementId}
            ref=${frame.number === at ? current : undefined}
            href=${`#/projects/${projectId}/review/${frame.number}`}
            aria-current=${frame.number === at ? 'true' : undefined}
            aria-label=${`Frame ${frame.number}, ${words}`}
          >
            ${
              frame.asset === null
                ? html`<span class="blank" aria-hidden="true">${frame.number}</span>`
                : html`<img src=${frame.asset.url} loading="lazy" decoding="async" alt="" />`
            }
            <span class=${`mark ${tone}`}></span>
          </a>
        `;
      })}
    </nav>
  `;
};
