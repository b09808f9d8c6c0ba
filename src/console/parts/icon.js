/** Line drawings of 24 by 24. Without a label an icon is decoration. */
import { html } from '../app/html.js';

/** @type {Readonly<Record<string, string>>} */
const PATHS = {
  mark: 'M3 9.5h18M3 9.5V19a1 1 0 0 0 1 1h16a1 1 0 0 0 1-1V9.5M3 9.5 4 5l16-2 1 4.5M8 9l2.5-4.5M14 8.5l2.5-4.5',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4 6.8 6.8 0 0 0 20 14.5Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1',
  leave: 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 8l-4 4 4 4M6 12h9',
  sound: 'M4 10v4M8 7v10M12 4v16M16 8v8M20 10.5v3',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  arrow: 'M5 12h14M13 6l6 6-6 6',
};

/** @param {{ name: keyof typeof PATHS, label?: string }} props */
export const Icon = ({ name, label }) => html`
  <svg
    class="icon"
    viewBox="0 0 24 24"
    role=${label === undefined ? undefined : 'img'}
    aria-label=${label}
    aria-hidden=${label === undefined ? 'true' : undefined}
  >
    <path d=${PATHS[name]} />
  </svg>
`;
