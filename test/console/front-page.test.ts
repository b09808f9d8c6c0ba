/** The page at `/` in a browser: the reference of the API, under the policy of the console. */
import test from 'ava';
import type { Page } from 'playwright-core';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { openStudio } from '../support/console/studio.ts';
import { requireBrowser } from '../support/engines/browser.ts';

const SUMMARY = '/api/v1/credits/summary';

const isMethod = (name: string): boolean => ['get', 'put', 'post', 'patch', 'delete'].includes(name);

/** The operations of the page. An extension is listed under its subject and among the extensions. */
const shown = async (page: Page): Promise<readonly string[]> => {
  const ids = await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id.replace(/.*-/, '')));
  return [...new Set(ids)].toSorted();
};

if (requireBrowser(test)) {
  test.serial(
    'the reference shows each operation, and calls one; the policy refuses markup and other hosts',
    async (t) => {
      t.timeout(240_000);
      const { service, tab } = await openStudio(t);
      const { baseUrl, token } = service;
      const { page, takeTroubles, findings, picture } = await tab();
      // The reference is a large page for a machine that is busy: its own document here has one path.
      page.setDefaultTimeout(90_000);
      await page.route('**/api/v1/openapi', async (route) => {
        const response = await route.fetch();
        const document = (await response.json()) as { readonly paths: Readonly<Record<string, object>> };
        t.is(
          Object.values(document.paths)
            .flatMap((path) => Object.keys(path))
            .filter(isMethod).length,
          34,
        );
        return route.fulfill({ response, json: { ...document, paths: { [SUMMARY]: document.paths[SUMMARY] } } });
      });
      await page.goto(`${baseUrl}/`);
      await page.locator('.opblock').first().waitFor();
      t.deepEqual(await shown(page), ['getCreditSummary']);
      t.deepEqual(await findings('.front'), []);

      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.getByLabel('auth-bearer-value').fill(await token());
      await page.getByLabel('Apply credentials').click();
      await page.getByRole('button', { name: 'Close' }).first().click();
      const summary = page.locator('#operations-credits-getCreditSummary');
      await summary.locator('.opblock-summary-control').click();
      await summary.locator('.renderedMarkdown code, .markdown code').first().waitFor();
      await summary.getByRole('button', { name: 'Try it out' }).click();
      await summary.getByRole('button', { name: 'Execute' }).click();
      await summary.locator('.live-responses-table').getByText('"available": 500').waitFor();

      await page.getByRole('link', { name: 'with extensions' }).last().click();
      await page.locator('#operations-credits-listLedgerEntries').waitFor();
      t.deepEqual(await shown(page), operations.map(({ operationId }) => operationId).toSorted());
      t.regex(await page.locator('[aria-current=page]').innerText(), /with extensions/);
      await picture('reference');
      t.deepEqual(takeTroubles(), []);

      const refused = await page.evaluate(async () => {
        const markup = document.createElement('p');
        const names: string[] = [];
        for (const attempt of [
          async () => Promise.resolve((markup.innerHTML = '<b>bold</b>')),
          async () => fetch('https://elsewhere.invalid/'),
        ]) {
          await attempt().then(
            () => names.push('went through'),
            (error: unknown) => names.push((error as Error).name),
          );
        }
        return names;
      });
      t.deepEqual(refused, ['TypeError', 'TypeError']);
      t.true(takeTroubles().length > 0, 'the refusals are seen as troubles');
    },
  );
}
