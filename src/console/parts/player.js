/** Plays a film or a sound; shows a picture. A film has its captions burnt in: the track beside it is off at first. */
import { html } from '../app/html.js';
import { Icon } from './icon.js';

/**
 * @param {{ url: string, contentType: string, label: string, captions?: string | undefined }} props `captions`: the URL
 *   of a text track
 */
export const Player = ({ url, contentType, label, captions }) => {
  if (contentType.startsWith('video/')) {
    return html`
      <video controls playsinline preload="metadata" src=${url} aria-label=${label}>
        ${captions && html`<track kind="captions" src=${captions} srclang="und" label="Captions" />`}
      </video>
    `;
  }
  if (contentType.startsWith('audio/')) {
    return html`
      <div class="sound">
        <${Icon} name="sound" />
        <audio controls preload="metadata" src=${url} aria-label=${label}></audio>
      </div>
    `;
  }
  if (contentType.startsWith('image/')) return html`<img src=${url} alt=${label} loading="lazy" decoding="async" />`;
  return null;
};

const KIB = 1_024;

/** @param {{ contentType: string, sizeBytes: number }} asset */
export const sizeOf = ({ contentType, sizeBytes }) =>
  `${contentType} · ${Math.ceil(sizeBytes / KIB).toLocaleString()} KiB`;
