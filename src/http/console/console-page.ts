/** The one page of the console. */
import { createHash } from 'node:crypto';
import { CONSOLE_PATH, type ConsoleFiles, LIBRARIES, libraryPath, VERIFY } from './console-files.ts';
import { FIRST, pageHtml, styleTag } from './page-html.ts';
import { pagePolicy } from './page-policy.ts';

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
