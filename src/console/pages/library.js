/** The asset library of the workspace. */
import { fileName } from '../app/file-name.js';
import { html, useState } from '../app/html.js';
import { useExpiry } from '../app/use-expiry.js';
import { momentOf } from '../app/time.js';
import { usePages } from '../app/use-pages.js';
import { PagesOf } from '../parts/pages-of.js';
import { Picker } from '../parts/picker.js';
import { Player, sizeOf } from '../parts/player.js';

/** @typedef {import('../app/answers.ts').LibraryAsset} LibraryAsset */

/** @type {readonly (readonly [type: string, words: string])[]} */
const TYPES = [
  ['', 'Everything'],
  ['photo', 'Pictures'],
  ['video', 'Films'],
  ['music', 'Music'],
  ['voice', 'Voices'],
];

const Library = () => {
  const [type, setType] = useState('');
  const list = usePages('listAssets', { type: type || undefined }, ({ videos, photos, music, voices }) =>
    [...videos, ...photos, ...music, ...voices].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
  );
  useExpiry(list.items?.map(({ expiresAt }) => expiresAt) ?? [], list.reload);
  return html`
    <div class="page">
      <div class="page-head">
        <h1>Library</h1>
        <${Picker} label="Show" value=${type} values=${TYPES} onPick=${setType} />
      </div>
      <${PagesOf} list=${list} what="the library" none="Nothing was made yet">
        <ul class="library">
          ${list.items?.map((asset) => html`<${Asset} key=${asset.id} asset=${asset} />`)}
        </ul>
      <//>
    </div>
  `;
};

/** @param {{ asset: LibraryAsset }} props */
const Asset = ({ asset }) => html`
  <li class="asset">
    <${Player} url=${asset.url} contentType=${asset.contentType} label=${fileName(asset.filename)} />
    <a dir="auto" href=${asset.url} download=${fileName(asset.filename)}>${fileName(asset.filename)}</a>
    <span class="note">${sizeOf(asset)} · ${momentOf(asset.createdAt)}</span>
  </li>
`;

export const libraryPage = { path: '/library', title: 'Library', nav: 'Library', view: Library };
