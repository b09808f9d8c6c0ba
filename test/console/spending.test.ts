/** A board names the frames and the credits of its next step, and the step takes these alone. */
import test from 'ava';
import { generateFrames, holdPainter, madeProject, openStudio, splitScreenplay } from '../support/console/studio.ts';
import { requireBrowser } from '../support/engines/browser.ts';
import { HOPELESS } from '../support/engines/quick-makers.ts';

/** Four more than a part of a storyboard takes. */
const FRAMES = 36;

if (requireBrowser(test)) {
  test.serial('a frame that waits for a person is no part of the next generation, and of its price', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    const frames = Array.from({ length: FRAMES }, (_, i) => ({ prompt: `A boat ${i}. ${i === 0 ? HOPELESS : ''}` }));
    const storyboard = { continuityMode: 'independent', frames };
    await alice.post('/api/v1/projects', { name: 'Two parts', storyboard });
    const { page } = await tab();
    await page.getByText('Two parts', { exact: true }).click();
    await generateFrames(page, 32);
    await page.getByRole('region', { name: 'Job under way' }).waitFor();
    await page.getByRole('region', { name: 'Job under way' }).waitFor({ state: 'detached' });
    await page.getByText('Needs a person').waitFor();
    const bodies: unknown[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('/generate')) bodies.push(await response.json());
    });
    await page.getByRole('button', { name: 'Generate 4 frames…' }).click();
    await page.getByRole('heading', { name: 'Generate 4 frames' }).waitFor();
    t.is(await page.getByText('The storyboard has').count(), 0, 'no other frame is open');
    await page.getByRole('button', { name: 'Generate for at most 12 credits' }).click();
    await page
      .locator('.board img')
      .nth(FRAMES - 1)
      .waitFor();
    t.like(bodies[0], { job: { requestedImageCount: 4, requiredCredits: 12 } });
    await page.getByRole('region', { name: 'Job under way' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Generate/ }).waitFor({ state: 'detached' });
  });

  test.serial('frames that a cancelled job left are made by a repair', async (t) => {
    const release = holdPainter(t);
    const { tab } = await openStudio(t);
    const { page, findings } = await tab();
    const live = page.getByRole('region', { name: 'Job under way' });
    await splitScreenplay(page);
    await generateFrames(page, 3);
    await live.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Cancel this job?' }).waitFor();
    t.deepEqual(await findings(), []);
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('Stopping', { exact: true }).waitFor();
    release();
    await live.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Repair 2 frames' }).click();
    t.is(await page.getByRole('button', { name: /^Generate/ }).count(), 0, 'a generation would make nothing');
    await page.getByRole('button', { name: 'Repair for about 2 credits' }).click();
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
  });

  test.serial('a repair that has grown since its quote is told, and paid after another confirmation', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'Growing', ['A lamp', 'A gull']);
    const alice = await service.client();
    const film = `projects/${id}/film-intelligence`;
    const listed = await alice.get(`jobs?projectId=${id}`);
    const planId = (listed.body as { jobs: readonly { planId: string }[] }).jobs[0]?.planId;
    const sendBack = async (frameIndex: number): Promise<void> => {
      const decision = { frameIndex, decision: 'repair', note: 'Dark', repairPromptAdditions: ['Light'] };
      const { status } = await alice.post(`${film}/photo-sequences/${planId}/review`, { decisions: [decision] });
      t.is(status, 201);
    };
    await sendBack(0);
    const { page, calls } = await tab();
    const repairs = (): number => calls.filter((call) => call.endsWith('/repair')).length;
    await page.getByText('Growing', { exact: true }).click();
    await page.getByRole('button', { name: 'Repair 1 frame' }).click();
    await sendBack(1);
    await page.getByRole('button', { name: 'Repair for about 1 credit' }).click();
    await page.getByText('More frames are to be repaired than the quote had').waitFor();
    t.is(repairs(), 0);
    await page.getByRole('button', { name: 'Repair 2 frames' }).click();
    await page.getByRole('button', { name: 'Repair for about 2 credits' }).click();
    await page.getByRole('link', { name: 'Review 2 frames' }).waitFor();
    t.is(repairs(), 1);
  });

  test.serial('a confirmation that found no service is not sent again when its person has closed it', async (t) => {
    const { board } = await openStudio(t);
    const { page, calls } = await board('Closed');
    await page.getByRole('button', { name: 'Generate 3 frames…' }).click();
    await page.route('**/generate', async (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Generate for at most 9 credits' }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    // More than the rest before a repeated call.
    await page.waitForTimeout(1_500);
    t.is(calls.filter((call) => call.endsWith('/generate')).length, 1);
    await generateFrames(page, 3);
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
  });
}
