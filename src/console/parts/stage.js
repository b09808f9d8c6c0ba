/** The large picture of a review; beside it, where asked for, the other attempts or the frame before. */
import { html } from '../app/html.js';
import { scoreOf } from '../work/score.js';

/**
 * @typedef {import('../work/frame.js').Frame} Frame
 * @typedef {import('../app/answers.ts').Attempt} Attempt
 */

/**
 * @param {{ frame: Frame, view: 'one' | 'attempts' | 'previous', previous: Frame | undefined,
 *   attempts: readonly Attempt[] }} props
 */
export const Stage = ({ frame, view, previous, attempts }) => {
  if (view === 'attempts') {
    return html`<div class="stage many">
      ${attempts.map((attempt) => html`<${AttemptPicture} attempt=${attempt} />`)}
    </div>`;
  }
  if (view === 'previous' && previous !== undefined) {
    return html`
      <div class="stage many">
        <${FrameFigure} frame=${previous} words="Frame ${previous.number}, before" />
        <${FrameFigure} frame=${frame} words="Frame ${frame.number}" />
      </div>
    `;
  }
  return html`<div class="stage"><${FrameFigure} frame=${frame} /></div>`;
};

/** @param {{ frame: Frame, words?: string }} props */
const FrameFigure = ({ frame: { asset, prompt, title, number }, words }) => html`
  <figure>
    ${
      asset === null
        ? html`<p class="state">There is no picture of this frame.</p>`
        : html`<img
            key=${asset.hash}
            src=${asset.url}
            width=${asset.width}
            height=${asset.height}
            alt=${prompt || title || `Frame ${number}`}
          />`
    }
    ${words && html`<figcaption>${words}</figcaption>`}
  </figure>
`;

/** @param {{ attempt: Attempt }} props */
const AttemptPicture = ({ attempt: { attempt, asset, evidence, error, seed, status } }) => html`
  <figure>
    ${
      asset === null
        ? html`<p class="state">${error?.message ?? status.replaceAll('_', ' ')}</p>`
        : html`<img src=${asset.url} width=${asset.width} height=${asset.height} alt=${`Attempt ${attempt}`} />`
    }
    <figcaption>
      Attempt ${attempt}${evidence !== null && html` · ${evidence.verdict} ${scoreOf(evidence)}`}
      <span class="note">${` seed ${seed}`}</span>
    </figcaption>
  </figure>
`;
