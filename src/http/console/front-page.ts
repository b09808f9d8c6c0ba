/** The page at `/` for people: the ways into the service, and the reference of its API. */
import { operations } from '../contract/operations/registry.ts';
import { CONSOLE_PATH, type ConsoleFiles } from './console-files.ts';
import type { ConsolePage } from './console-page.ts';
import { pageHtml, styleTag } from './page-html.ts';
import { pagePolicy } from './page-policy.ts';

export const frontPage = ({ release }: ConsoleFiles, mediaOrigins: readonly string[]): ConsolePage => {
  const at = (path: string): string => `${CONSOLE_PATH}/${release}/${path}`;
  const counted = operations.filter(({ extension }) => extension !== true).length;
  const head = [
    ...['style/1-tokens.css', 'reference/swagger-ui.css', 'front/front-page.css'].map((path) => styleTag(at(path))),
    `<script src="${at('reference/swagger-ui-bundle.js')}" defer></script>`,
    `<script type="module" src="${at('front/front-page.js')}"></script>`,
  ];
  const body = `<header class="front">
<h1><img src="${at('style/mark.svg')}" alt="">Production Intelligence</h1>
<p>A script becomes storyboard pictures and films, and every credit of them is accounted for. A plan is free. It names
the highest price before any payment, and only accepted frames are charged.</p>
<ul class="front-ways">
<li><a href="${CONSOLE_PATH}">Console</a><p>Paste a screenplay, confirm the price, review the pictures.</p></li>
<li><a href="/api/v1/openapi">OpenAPI 3.1</a><p>The contract for generators of clients.
<a href="/api/v1/openapi?include=extensions">With extensions</a></p></li>
<li><a href="/api/v1/asyncapi">AsyncAPI 3.0</a><p>The topics of events, for analysts.</p></li>
<li><a href="/api/v1/product/manifest">Manifest</a><p>Maturity, states and flags of this deployment.</p></li>
</ul>
</header>
<main>
<div class="front">
<h2>Reference</h2>
<p>A call needs a token: give yours to <b>Authorize</b>. The local issuer prints one by <code>npm run token</code>.
A call that is tried here is a real one, and may spend credits.</p>
<nav class="front-documents" aria-label="Documents">
<a href="/">The ${counted} operations of the contract</a>
<a href="/?include=extensions">All ${operations.length}, with extensions</a>
</nav>
<noscript><p>The reference needs scripts. The documents above need none.</p></noscript>
</div>
<div id="reference"></div>
</main>`;
  return { html: pageHtml(at, head, body), policy: pagePolicy([], mediaOrigins) };
};
