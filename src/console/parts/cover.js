/** The pictures of a project, asked for when they come into view. */
import { html, useEffect, useRef, useState } from '../app/html.js';
import { useLoad } from '../app/use-load.js';
import { loadCover } from '../work/load-cover.js';
import { Icon } from './icon.js';

/** @param {{ projectId: string }} props */
export const Cover = ({ projectId }) => {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current !== null) watching.observe(place.current);
    return () => watching.disconnect();
  }, []);
  const { value: pictures = [] } = useLoad(
    async (signal) => (seen ? loadCover(projectId, signal) : []),
    [projectId, seen],
  );
  return html`
    <span ref=${place} class=${`cover of-${pictures.length}`}>
      ${pictures.length === 0 && html`<${Icon} name="mark" />`}
      ${pictures.map(({ hash, url }) => html`<img key=${hash} src=${url} alt="" decoding="async" />`)}
    </span>
  `;
};
