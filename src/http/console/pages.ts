/** The pages for people: the console, and the one at `/`. */
import { createHash } from 'node:crypto';
import { operations } from '../contract/operations/registry.ts';
import { CONSOLE_PATH, type ConsoleFiles, LIBRARIES, libraryPath, VERIFY } from './console-files.ts';

/** Runs before the first paint: a chosen theme must not flash. */
const FIRST = 'start/first-theme.js';

/** `at`: the address of a file of this release; `head`: the tags of a page's own; `body`: its content. */
const pageHtml = (at: (path: string) => string, head: readonly string[], body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Production Intelligence</title>
<link rel="icon" href="${at('style/mark.svg')}" type="image/svg+xml">
<script src="${at(FIRST)}"></script>
${head.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;

const styleTag = (href: string): string => `<link rel="stylesheet" href="${href}">`;

/**
 * The policy under which a browser runs a page of the service.
 * Nothing of another host, nothing inline but `scripts`, no text that becomes code or markup. `scripts`: sources beside
 * the service itself, such as hashes. `mediaOrigins`: other origins that serve pictures, films and sound.
 */
const pagePolicy = (scripts: readonly string[], mediaOrigins: readonly string[]): string => {
  const media = ["'self'", 'blob:', ...mediaOrigins].join(' ');
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${media} data:`,
    `media-src ${media}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
};

/** `policy`: the one under which a browser runs it. */
export type ConsolePage = { readonly html: string; readonly policy: string };

/** `mediaOrigins`: other origins that serve pictures, films and sound, such as a store of objects. */
export const consolePage = ({ release, files }: ConsoleFiles, mediaOrigins: readonly string[]): ConsolePage => {
  const at = (path: string): string => `${CONSOLE_PATH}/${release}/${path}`;
  const names = [...files.keys()];
  const styles = names.filter((name) => name.startsWith('style/') && name.endsWith('.css'));
  const modules = names.filter((name) => name.endsWith('.js') && name !== FIRST && !OF_FRONT_PAGE.test(name));
  const libraries = Object.keys(LIBRARIES).map((name) => [name, at(libraryPath(name))] as const);
  const imports = new Map([...libraries, [`${CONSOLE_PATH}/${VERIFY}`, at(VERIFY)]]);
  const importMap = JSON.stringify({ imports: Object.fromEntries(imports) });
  const head = [
    ...styles.map((name) => styleTag(at(name))),
    `<script type="importmap">${importMap}</script>`,
    ...modules.map((name) => `<link rel="modulepreload" href="${at(name)}">`),
    `<script type="module" src="${at('start/main.js')}"></script>`,
  ];
  return { html: pageHtml(at, head, BODY), policy: pagePolicy([hashOf(importMap)], mediaOrigins) };
};

const BODY = `<div id="app"></div>
<noscript>The console needs scripts. The API behind it is described at /api/v1/openapi.</noscript>`;

/** Not loaded by the console. */
const OF_FRONT_PAGE = /^(?:front|reference)\//;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

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
