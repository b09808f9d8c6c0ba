/** The total balance over time, as steps. The table of entries beside it says the same in words. */
import { html, useEffect, useRef, useState } from '../app/html.js';
import { dayOf, momentOf } from '../app/time.js';

/** @typedef {import('../app/answers.ts').LedgerEntry} LedgerEntry */

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [240, 56, 8, 12, 28];
/** Until it is measured. */
const WIDTH_AT_FIRST = 720;
/** Two moments side by side need this much. */
const WIDTH_OF_MOMENTS = 480;

/** @param {{ entries: readonly LedgerEntry[] }} props oldest first, at least one */
export const BalanceChart = ({ entries }) => {
  const place = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [width, setWidth] = useState(WIDTH_AT_FIRST);
  useEffect(() => {
    // Drawn in pixels of the screen: letters and lines keep their size at any width.
    const watching = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    if (place.current !== null) watching.observe(place.current);
    return () => watching.disconnect();
  }, []);
  const points = entries.map(({ at, balanceAfter: { paid, bonus } }) => ({ at: Date.parse(at), total: paid + bonus }));
  const from = points[0]?.at ?? 0;
  const until = Math.max(points.at(-1)?.at ?? 0, from + 1);
  const most = Math.max(...points.map(({ total }) => total), 1);
  /** @param {number} at */
  const x = (at) => LEFT + ((at - from) / (until - from)) * (width - LEFT - RIGHT);
  /** @param {number} total */
  const y = (total) => HEIGHT - BOTTOM - (total / most) * (HEIGHT - TOP - BOTTOM);
  const steps = points.map(({ at, total }) => `H${x(at).toFixed(1)}V${y(total).toFixed(1)}`).join('');
  const line = `M${LEFT} ${y(points[0]?.total ?? 0).toFixed(1)}${steps}H${width - RIGHT}`;
  const last = points.at(-1)?.total ?? 0;
  const days = [from, until].map((at) => dayOf(new Date(at).toISOString()));
  const within = days[0] === days[1] && width >= WIDTH_OF_MOMENTS;
  /** @param {number} at */
  const wordsOf = (at) => (within ? momentOf : dayOf)(new Date(at).toISOString());
  return html`
    <svg
      ref=${place}
      class="chart"
      viewBox=${`0 0 ${width} ${HEIGHT}`}
      height=${HEIGHT}
      role="img"
      aria-label=${`Balance over time; ${last.toLocaleString()} credits at the end, ${most.toLocaleString()} at most`}
    >
      ${[0, most / 2, most].map(
        (value) => html`
          <g key=${value}>
            <line x1=${LEFT} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)} />
            <text x=${LEFT - 8} y=${y(value) + 4} text-anchor="end">${Math.round(value).toLocaleString()}</text>
          </g>
        `,
      )}
      <path class="area" d=${`${line}V${y(0)}H${LEFT}Z`} />
      <path class="line" d=${line} />
      <text x=${LEFT} y=${HEIGHT - 8}>${wordsOf(from)}</text>
      <text x=${width - RIGHT} y=${HEIGHT - 8} text-anchor="end">${wordsOf(until)}</text>
    </svg>
  `;
};
