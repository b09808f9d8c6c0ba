/** The pages that list and report: films, library, credits, deliveries, profile, workspaces, service. */
import test from 'ava';
import { openStudio } from '../support/console/studio.ts';
import { requireBrowser } from '../support/engines/browser.ts';
import { png } from '../support/engines/pictures.ts';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';
/** Shown in its order it seems to end in .exe; letters after the mark would turn around. */
const DISGUISED = `quay\u202Eexe.${'Unbreakable'.repeat(18)}.png`;
const DAY_MS = 86_400_000;
const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 360, height: 740 } };

if (requireBrowser(test)) {
  test.serial('films, library, credits and service are as the API tells, in both themes and narrow', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    const film = await alice.post('video/create-job', {
      title: HOSTILE,
      prompt: 'Ada wakes.',
      include_voiceover: true,
    });
    await endOf(alice, locationOf(film));
    await endOf(alice, locationOf(await alice.post('music/generate', { prompt: 'rain', duration: 2 })));

    const { body } = await alice.post('storage/upload-url', { filename: DISGUISED, contentType: 'image/png' });
    const { uploadUrl, headers } = body as { uploadUrl: string; headers: Record<string, string> };
    const picture = Uint8Array.from(await png(({ x, noise }) => x * noise));
    t.is((await fetch(uploadUrl, { method: 'PUT', headers, body: picture })).status, 200);

    const opened = await tab(WIDE);
    const { page, findings } = opened;
    const visit = async (name: string, path: string, text: string, within?: string | null): Promise<void> => {
      await page.evaluate(`location.hash = '${path}'`);
      await page.getByText(text).first().waitFor();
      await look(name, within);
    };
    /** `within`: what axe looks at; the whole page unless stated, nothing where it is null. */
    const look = async (name: string, within: string | null = 'html'): Promise<void> => {
      for (const { viewport } of [NARROW, WIDE]) {
        await page.setViewportSize(viewport);
        const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        t.true(Number(over) <= 0, `${name} is too wide at ${viewport.width}`);
        if (viewport === NARROW.viewport && within !== null) t.deepEqual(await findings(within), [], name);
        await opened.picture(`${name}-${viewport.width}`);
      }
    };
    await visit('credits', '/credits', 'Closing', null);
    const { credits } = expecting(200, await alice.get('credits/summary')).body as { credits: { available: number } };
    t.is(await page.locator('.amounts dd').first().innerText(), String(credits.available));
    const chart = page.locator('.chart');
    const room = await chart.evaluate((svg) => {
      const words = [...svg.querySelectorAll('text')].map((one) => one.getBoundingClientRect());
      const { left, right } = svg.getBoundingClientRect();
      return Math.min(...words.map((one) => Math.min(one.left - left, right - one.right)));
    });
    t.true(room >= 0, 'the words of the chart are within it');
    await page.getByText('The last entries in words').click();
    t.true(await page.getByRole('rowheader', { name: 'Debit' }).first().isVisible());
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    t.regex((await saved).suggestedFilename(), /^statement-\d{4}-\d{2}\.csv$/);

    const check = page.getByRole('button', { name: 'Check the whole ledger' });
    await check.click();
    await page.getByText(/^All \d+ events of the ledger have their signed place in the log\.$/).waitFor();
    await look('audit');
    await alice.post('music/generate', { prompt: 'wind', duration: 2 });
    await check.click();
    await page.getByText(/this browser kept, the log has grown by \d+ events, and nothing else/).waitFor();
    await page.route('**/ledger/export', async (route) => {
      const answer = await route.fetch();
      return route.fulfill({ response: answer, body: (await answer.text()).replace('500', '501') });
    });
    await check.click();
    await page.getByText(/^Wrong: export, line 2: the chain is broken/).waitFor();
    await look('audit-wrong', 'main [role=status]');
    const ledger = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save: Checkpoint' }).click();
    t.is((await ledger).suggestedFilename(), 'checkpoint.json');

    await visit('service', '/service', 'Dead letters');
    await page.getByText('service_images').first().waitFor();
    t.is(await page.locator('.facts div', { hasText: 'Dead letters' }).locator('dd').innerText(), '0');
    await visit('deliveries-empty', '/deliveries', 'No delivery here yet', null);
    await visit('music', '/films/music', 'Music', null);
    await visit('films', '/films', 'Completed');
    await page.locator('a.row', { hasText: 'Film' }).click();
    await page.getByText('Quality report').waitFor();
    await page.getByRole('rowheader', { name: 'Duration' }).waitFor();
    t.is(await page.locator('h1').innerText(), 'Film');
    t.is(await page.locator('video track[kind=captions]').count(), 1);
    t.is(await page.locator('video track[default]').count(), 0, 'the captions are burnt in: none is shown over them');
    t.is(await page.getByRole('link', { name: 'Download video' }).count(), 1);
    t.deepEqual(await findings(), [], 'film');
    await page.evaluate(`location.hash = '/library'`);
    await page.getByText('.mp4').waitFor();
    await look('library');
    const disguised = page.waitForEvent('download');
    await page.getByRole('link', { name: /^quay/ }).click();
    t.regex((await disguised).suggestedFilename(), /^quayexe\.(?:Unbreakable)+\w*\.png$/);
    t.is(await page.locator('main img[src=x]').count(), 0);

    await page.goBack();
    await page.getByRole('button', { name: 'Deliver…' }).click();
    await page.getByLabel('Title, if any').fill(HOSTILE);
    await page.getByLabel('Address').fill('https://127.0.0.1/hook');
    await page.getByLabel('Secret that signs it, if any').fill('of a test');
    await look('deliver', 'dialog');
    await page.getByRole('button', { name: 'Deliver', exact: true }).click();
    await page.getByText('Blocked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('2 attempts.').waitFor();
    await look('delivery');
    await page.getByRole('link', { name: 'Deliveries' }).first().click();
    await page.getByRole('link', { name: 'Webhook at 127.0.0.1' }).waitFor();
    await look('deliveries');
    await page.getByLabel('Show').selectOption('Retrying');
    await page.getByText('No delivery here yet').waitFor();
  });

  test.serial(
    'a ledger that has more entries than a chart takes says so, and a single day can be chosen',
    async (t) => {
      const { service, tab } = await openStudio(t);
      const { page } = await tab(WIDE);
      const alice = await service.client();
      const ledger = expecting(200, await alice.get('ledger/entries')).body as { readonly entries: readonly object[] };
      const entries = Array.from({ length: 1_000 }, () => ledger.entries[0]);
      let pages = 0;
      await page.route('**/ledger/entries*', async (route) => {
        pages += 1;
        const since = new URL(route.request().url()).searchParams.get('since') ?? '';
        const isDay = (await page.evaluate(() => Date.now())) - Date.parse(since) < 2 * DAY_MS;
        return route.fulfill({ json: isDay ? ledger : { ...ledger, entries, nextCursor: 'next' } });
      });
      await page.evaluate(`location.hash = '/credits'`);
      await page.getByText('Only the first 5,000 entries: later ones are left out. Choose fewer days.').waitFor();
      await page.getByText('The last of these entries in words').waitFor();
      await page.getByLabel('Days').selectOption('1');
      await page.getByText('The last entries in words').waitFor();
      t.is(await page.getByText('Only the first').count(), 0);
      t.is(pages, 6);
    },
  );

  test.serial('a profile is saved whole, and hostile names of workspaces are text', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    expecting(201, await alice.post('workspaces', { name: HOSTILE }));
    await alice.put('user/settings/creative', { subtitlePolicy: { primaryLanguage: 'de' } });
    const { page, findings, picture } = await tab(NARROW);

    await page.evaluate(`location.hash = '/settings'`);
    await page.getByLabel('Visual style').fill(HOSTILE);
    await page.getByLabel('Banned topics').fill('gambling\n\nweapons');
    await page.getByRole('button', { name: 'Save the profile' }).click();
    await page.getByText('Saved.').waitFor();
    const { settings } = expecting(200, await alice.get('user/settings/creative')).body as {
      settings: Readonly<Record<string, unknown>>;
    };
    t.like(settings, {
      preferredVisualStyle: HOSTILE,
      bannedTopics: ['gambling', 'weapons'],
      subtitlePolicy: { primaryLanguage: 'de' },
    });
    await picture('settings-360');
    t.deepEqual(await findings(), []);

    await page.evaluate(`location.hash = '/workspace'`);
    await page.getByText('A personal workspace has no other member.').waitFor();
    await page.getByRole('button', { name: `Work here: ${HOSTILE}` }).click();
    await page.getByLabel('Subject of a user').fill('bob');
    await page.getByRole('button', { name: 'Let in' }).click();
    await page.getByRole('button', { name: 'Make owner' }).waitFor();
    t.is(await page.locator('main img').count(), 0);
    t.is(await page.locator('.credits b').innerText(), '0');
    await picture('workspace-360');
    t.deepEqual(await findings(), []);

    await page.getByRole('button', { name: 'Add a webhook…' }).click();
    await page.getByLabel('Address').fill('https://127.0.0.1/news');
    await page.getByLabel('What it is for, if any').fill(HOSTILE);
    await page.getByLabel('Credits are low').check();
    t.deepEqual(await findings(), []);
    await picture('webhook-adding-360');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const secret = page.locator('dialog code');
    await secret.waitFor();
    const first = await secret.innerText();
    t.regex(first, /^whsec_/);
    t.deepEqual(await findings(), []);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Ping' }).click();
    await page.getByText('Ping: Blocked').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await secret.waitFor();
    t.not(await secret.innerText(), first);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('The secret before signs too').waitFor();
    t.false((await page.content()).includes(first), 'a secret is shown once');
    await picture('webhooks-360');
    t.deepEqual(await findings(), []);
    await page.getByRole('button', { name: 'Remove…', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the webhook' }).click();
    await page.getByText('None. A webhook is told').waitFor();

    // The one of the owner is before.
    const remove = page.getByRole('button', { name: /^Remove .+…$/ }).last();
    await remove.click();
    await page.getByRole('heading', { name: /^Remove .+\?$/ }).waitFor();
    t.deepEqual(await findings(), []);
    await page.getByRole('button', { name: 'Keep this member' }).click();
    await remove.click();
    await page.getByRole('button', { name: 'Remove the member' }).click();
    await page.getByRole('button', { name: 'Make owner' }).waitFor({ state: 'detached' });
  });

  test.serial('a page without items that has a next one does not say that there are none', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page } = await tab();
    await page.route('**/api/v1/deliveries?*', async (route) =>
      route.request().url().includes('cursor=')
        ? route.fulfill({ json: { ok: true, deliveries: [], nextCursor: null } })
        : route.fulfill({ json: { ok: true, deliveries: [], nextCursor: 'older' } }),
    );
    await page.goto(`${service.baseUrl}/console#/deliveries`);
    await page.getByLabel('Show').selectOption('failed');
    await page.getByRole('heading', { name: 'None among the newest' }).waitFor();
    t.is(await page.getByText('No delivery here yet').count(), 0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('No delivery here yet').waitFor();
  });
}
