/** One frame of a board: its picture, its state, its technical figure. */
import { html } from '../app/html.js';
import { Icon } from './icon.js';
import { isUnderWay, stateOf } from '../work/frame.js';
import { scoreOf } from '../work/score.js';

/**
 * @typedef {import('../work/frame.js').Frame} Frame
 * @param {{ frame: Frame, href: string | undefined }} props
 */
export const FrameCard = ({ frame, href }) => {
  const { number, title, prompt, evidence, attempts } = frame;
  const tries = attempts.length > 1 ? `${attempts.length} attempts` : undefined;
  const body = html`
    <${FramePicture} frame=${frame} />
    <div class="frame-words">
      <h2 dir="auto">${title ?? `Frame ${number}`}</h2>
      <p class="note short" dir="auto">${prompt}</p>
      <p class="frame-facts">
        <${StateMark} frame=${frame} />
        ${evidence !== null && html`<span title="Technical score, 0 to 100; 50 is the bar">${scoreOf(evidence)}</span>`}
        ${tries && html`<span>${tries}</span>`}
      </p>
    </div>
  `;
  return html`
    <li class=${`frame ${isUnderWay(frame) ? 'under-way' : ''}`}>
      ${href === undefined ? html`<div>${body}</div>` : html`<a href=${href}>${body}</a>`}
    </li>
  `;
};

/** @param {{ frame: Frame, eager?: boolean }} props */
export const FramePicture = ({ frame: { asset, number, prompt, title }, eager = false }) => html`
  <div class="picture">
    ${
      asset === null
        ? html`<span class="blank"><${Icon} name="mark" /></span>`
        : html`<img
            src=${asset.url}
            width=${asset.width}
            height=${asset.height}
            loading=${eager ? 'eager' : 'lazy'}
            decoding="async"
            alt=${prompt || title || `Frame ${number}`}
          />`
    }
    <span class="slate" aria-hidden="true">${String(number).padStart(3, '0')}</span>
  </div>
`;

/** @param {{ frame: Frame }} props */
export const StateMark = ({ frame }) => {
  const { words, tone } = stateOf(frame);
  return html`<span class=${`mark ${tone}`}>${words}</span>`;
};
