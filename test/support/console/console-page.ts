/** The console of a real service, in a browser that tells of all that went wrong in it. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Browser, Page, Request, ViewportSize } from 'playwright-core';
import { undocumented } from '../http/undocumented.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const OUT = join(import.meta.dirname, '../../../out/console');

export type ConsolePage = {
  readonly page: Page;
  /**
   * Errors of scripts, refusals of the content security policy, requests to other hosts or outside the contract. A test
   * takes those that it expects: any that is left fails it.
   */
  readonly takeTroubles: () => readonly string[];
  /** Every call of the service, as `GET /api/v1/projects`. */
  readonly calls: readonly string[];
  /**
   * Findings of axe by WCAG 2.2 AA, in the dark theme, and of colours in the light one; `within`: of these elements
   * alone.
   */
  readonly findings: (within?: string) => Promise<readonly string[]>;
  /** With `PICTURES=1`, kept in `out/console/`. */
  readonly picture: (name: string) => Promise<void>;
};

export type ConsoleOptions = { readonly viewport?: ViewportSize };

/** A first tab at the service, which opens the others: by themselves they would not share its process. */
const openers = new Map<string, Promise<Page>>();

const openerAt = async (browser: Browser, origin: string): Promise<Page> => {
  const context = await browser.newContext({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${origin}/health/live`);
  return page;
};

/** A process of drawn pages takes half a second to start, and compiles the console anew. */
const openTab = async (browser: Browser, origin: string): Promise<Page> => {
  const opener = openers.get(origin) ?? openerAt(browser, origin);
  openers.set(origin, opener);
  const opened = (await opener).waitForEvent('popup');
  await (await opener).evaluate(() => void window.open('about:blank'));
  return opened;
};

/** A tab of its own. Answers of 4xx are no trouble by themselves: the page tells of them. */
export const openConsole = async (
  t: ExecutionContext,
  browser: Browser,
  url: string,
  { viewport = { width: 1280, height: 720 } }: ConsoleOptions = {},
): Promise<ConsolePage> => {
  const { origin } = new URL(url);
  const page = await openTab(browser, origin);
  t.teardown(async () => page.close());
  await page.setViewportSize(viewport);
  const troubles: string[] = [];
  const calls: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) troubles.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const from = new URL(request.url());
    if (from.origin !== origin && from.protocol.startsWith('http')) troubles.push(`another host: ${from.origin}`);
    if (!isCall(request)) return;
    calls.push(`${request.method()} ${from.pathname}`);
    troubles.push(...privateParts(request));
  });
  t.teardown(async () => {
    if (!t.passed) t.log(page.url(), await page.innerText('body').catch(String), troubles);
    else if (troubles.length > 0) throw new Error(`troubles of the page: ${troubles.join('; ')}`);
  });
  await page.goto(url);
  return {
    page,
    takeTroubles: () => troubles.splice(0),
    calls,
    findings: async (within = 'html') => {
      const found: string[] = [];
      for (const [colorScheme, rules] of Object.entries(RULES)) {
        await page.emulateMedia({ colorScheme: colorScheme as 'dark' | 'light', reducedMotion: 'reduce' });
        found.push(...(await findingsOf(page, within, rules)).map((finding) => `${colorScheme}: ${finding}`));
      }
      return found;
    },
    picture: async (name) => {
      if (process.env['PICTURES'] !== '1') return;
      mkdirSync(OUT, { recursive: true });
      await page.screenshot({ path: join(OUT, `${name}.png`) });
    },
  };
};

/** A request of a script, or one below the path of the API that has no signed URL. */
const isCall = (request: Request): boolean =>
  ['fetch', 'xhr', 'eventsource', 'websocket', 'ping'].includes(request.resourceType()) ||
  /^\/api\/(?!v1\/objects\/)/.test(new URL(request.url()).pathname);

/** The exchange of a sign-in code is no operation: nothing else is outside the contract. */
const privateParts = (request: Request): readonly string[] => {
  if (new URL(request.url()).pathname === '/console/sign-in') return [];
  const [method, url, headers] = [request.method(), request.url(), request.headers()];
  return undocumented({ method, url, headers, body: request.postDataBuffer() ?? undefined });
};

/** Tags or rules of axe. The themes differ in colours alone. */
const RULES: Readonly<Record<'dark' | 'light', readonly string[]>> = {
  dark: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  light: ['color-contrast', 'link-in-text-block'],
};

/** The script of axe comes through the protocol of the browser: the policy of the page stays as it is. */
const findingsOf = async (page: Page, within: string, runOnly: readonly string[]): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ rules, place }) => {
      const { axe } = globalThis as unknown as {
        readonly axe: { run: (place: string, options: object) => Promise<{ violations: readonly Violation[] }> };
      };
      type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
      const { violations } = await axe.run(place, { runOnly: rules, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    },
    { rules: runOnly, place: within },
  );
};
