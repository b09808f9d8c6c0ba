/** The console as a browser has it: the sign-in, the layout, the themes, and the policy that it runs under. */
import test from 'ava';
import { openConsole } from '../support/console/console-page.ts';
import { madeProject, openStudio, signIn } from '../support/console/studio.ts';
import { openBrowser, requireBrowser } from '../support/engines/browser.ts';

if (requireBrowser(test)) {
  test.serial(
    'one address signs in, once: the projects, and each page of the navigation on a tablet and a telephone',
    async (t) => {
      const { service } = await openStudio(t);
      const alice = await service.client('alice');
      await alice.post('/api/v1/projects', { name: 'The letter' });
      const browser = await openBrowser();

      const { page, findings, picture } = await openConsole(t, browser, service.consoleUrl);
      await page.getByRole('link', { name: 'The letter' }).waitFor();
      t.false(page.url().includes('sign-in'), 'the code stays in no address');
      t.is(await page.locator('.credits').innerText(), '500 credits');
      await picture('projects');
      t.deepEqual(await findings(), []);

      const again = await openConsole(t, browser, service.consoleUrl);
      await again.page.getByText('That address has been used').waitFor();
      await again.picture('sign-in');
      t.deepEqual(await again.findings(), []);
      await signIn(again.page, await service.token('alice'));
      await again.page.getByRole('link', { name: 'The letter' }).waitFor();

      await page.setViewportSize({ width: 768, height: 1_024 });
      const nav = page.getByRole('navigation', { name: 'Pages' });
      t.is(await nav.evaluate((row) => row.scrollWidth - row.clientWidth), 0);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.evaluate(`location.hash = '/service'`);
      await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor();
      // The page scrolls there once it is drawn.
      await page.waitForFunction(() => {
        const { left = -1, right = 0 } = document.querySelector('nav [aria-current]')?.getBoundingClientRect() ?? {};
        return left >= 0 && right <= 360;
      });
    },
  );

  test.serial('a board of 200 frames shows each of them', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    const frames = Array.from({ length: 200 }, (_, i) => ({ prompt: `EXT. HARBOUR - DAY. A boat, take ${i + 1}.` }));
    const created = await alice.post('/api/v1/projects', {
      name: 'Long',
      storyboard: { continuityMode: 'independent', frames },
    });
    const { page, picture } = await tab();
    await page.goto(`${service.baseUrl}/console#/projects/${(created.body as { project: { id: string } }).project.id}`);
    await page.locator('.frame').nth(199).waitFor();
    await picture('board-of-200');
    t.is(await page.locator('.frame').count(), 200);
  });

  test.serial(
    'sabotage: axe finds a picture without words and pale words; scripts, other hosts and private calls are found',
    async (t) => {
      const { tab } = await openStudio(t);
      const { page, findings, takeTroubles } = await tab();
      t.deepEqual(await findings(), []);
      const found = async () => (await findings()).map((finding) => finding.split(': ', 2).join(': '));
      await page.evaluate(() => document.querySelector('h1')?.append(document.createElement('img')));
      t.deepEqual(await found(), ['dark: image-alt']);
      await page.evaluate(() => document.querySelector('h1')?.replaceChildren('Grey'));
      await page.evaluate(() => document.querySelector('h1')?.style.setProperty('color', 'rgb(128 128 128 / 0.2)'));
      t.deepEqual(await found(), ['dark: color-contrast', 'light: color-contrast']);
      const outcomes = await page.evaluate(async () => {
        const tried: string[] = [];
        const attempt = async (name: string, act: () => unknown): Promise<void> => {
          try {
            await act();
            tried.push(`${name} went through`);
          } catch (error) {
            tried.push(`${name}: ${(error as Error).name}`);
          }
        };
        await attempt('markup', () => (document.body.innerHTML = '<b>bold</b>'));
        await attempt('script', () => (document.createElement('script').text = 'window.ran = true'));
        await attempt('host', async () => fetch('https://elsewhere.invalid/'));
        return tried;
      });
      t.deepEqual(outcomes, ['markup: TypeError', 'script: TypeError', 'host: TypeError']);
      const refused = takeTroubles();
      t.true(
        refused.some((trouble) => /Content Security Policy|Trusted/.test(trouble)),
        refused.join('; '),
      );
      await page.evaluate(async () => {
        await fetch('/api/v1/console/overview');
        await fetch('/health/ready');
        await fetch('/api/v1/projects?sort=name', { headers: { 'X-Console': '1' } });
        await fetch('/api/v1/projects', { method: 'POST', body: '{"nam":"The letter"}' });
      });
      t.deepEqual(takeTroubles(), [
        'GET /api/v1/console/overview is no operation',
        'GET /health/ready is no operation',
        'listProjects: x-console',
        'listProjects: The query parameter sort is not a known member',
        'createProject: The body must have member name, and 1 more: see details',
      ]);
    },
  );

  test.serial('a reviewer without the scope plan sees the frames that were made, and reviews them', async (t) => {
    const { service, tab } = await openStudio(t);
    await madeProject(service, 'Seen', ['A harbour at dawn, wide.']);
    const { page, findings } = await tab({}, 'read approve');
    await page.getByText('Seen', { exact: true }).click();
    await page.getByText('Your token has not the scope plan').waitFor();
    t.deepEqual(await findings(), []);
    await page.getByRole('link', { name: 'Review 1 frame' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('1 approved · 0 to repair · 0 to review').waitFor();
  });

  test.serial('a title that is typed names the project letter by letter, and a name of its own stays', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await page.getByRole('link', { name: 'New project' }).click();
    const [name, script] = [page.getByLabel('Name'), page.getByLabel('Screenplay')];
    await script.pressSequentially('Title: The le');
    t.is(await name.inputValue(), 'The le');
    await script.pressSequentially('tter\nCredit: by Ada');
    t.is(await name.inputValue(), 'The letter');
    await name.fill('My own');
    await script.fill('Title: Another');
    t.is(await name.inputValue(), 'My own');
  });
}
