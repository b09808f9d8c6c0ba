/**
 * The life of a workspace, as its owner lives it: it is made, gets credits, spends some of them and gets one back. It
 * is removed while a film is made in it.
 */
import type { Client, Headers } from '../http/http-client.ts';
import { entryOf, idOf, type Life, twice, untilEnd } from './life.ts';
import { creditsOf, expecting, jobIdIn } from './storyboard-calls.ts';

const GRANTED = 60;
const REFUNDED = 1;

/** Rejects when the service breaks a promise that a client can see. */
export const liveWorkspace = async (client: Client, life: Life): Promise<void> => {
  const { name, told } = life;
  const under = (what: string): Headers => ({ 'idempotency-key': `${name}-${what}` });
  const id = await twice(async () => client.post('workspaces', { name }, under('workspace')), 201, idOf('workspace'));
  const grant = { pool: 'paid', amount: GRANTED, note: name };
  await twice(async () => client.post(`workspaces/${id}/credits/grants`, grant, under('grant')), 200, entryOf('grant'));
  const own = client.within(id);
  const picture = async () => own.post('image/generate', { prompt: name }, under('own-picture'));
  await twice(picture, 200, idOf('asset'));
  const order = {
    trigger: 'post_purchase',
    product: { title: `A lamp of ${name}` },
    externalRef: 'order-1',
    durationSeconds: 5,
  };
  const ordered = await twice(async () => own.post('commerce/videos', order, under('order')), 202, idOf('job'));
  told(ordered);
  const { job } = await untilEnd(own, `jobs/${ordered}`);
  const again = jobIdIn(await own.post('commerce/videos', order));
  if (again !== ordered) throw new Error(`the order of ${ordered} gives ${again} now`);
  const [debit = ''] = await debitsOf(own);
  const refund = { entryId: debit, amount: REFUNDED, reason: 'seen' };
  await twice(async () => own.post('ledger/refunds', refund, under('refund')), 200, entryOf('refund'));
  await expectLeft(own, GRANTED - PICTURE - job.chargedCredits + REFUNDED);
  await endAtWork(client, own, id, life);
};

const PICTURE = 1;

/** The removal is carried on by whichever process lives: it is asked for until the workspace is gone. */
const endAtWork = async (client: Client, own: Client, id: string, { name, told, random }: Life): Promise<void> => {
  const film = { title: name, prompt: `${name} leaves. The sea rises.`, scene_count: 2 };
  told(jobIdIn(await own.post('video/create-job', film, { 'idempotency-key': `${name}-last-film` })));
  if (random.chance(0.5)) expecting(200, await own.get('credits/summary'));
  const removed = await client.delete(`workspaces?id=${id}&forfeitCredits=true`);
  // A removal whose answer was lost has been carried out.
  if (removed.body['code'] !== 'workspace_forbidden') expecting(200, removed);
  const refused = await own.post('image/generate', { prompt: name }, { 'idempotency-key': `${name}-too-late` });
  if (refused.body['code'] !== 'membership_required') expecting(403, refused);
};

const debitsOf = async (client: Client): Promise<readonly string[]> => {
  const { body } = expecting(200, await client.get('ledger/entries?kind=debit'));
  return (body['entries'] as readonly { readonly entryId: string }[]).map(({ entryId }) => entryId);
};

const expectLeft = async (client: Client, wanted: number): Promise<void> => {
  const { total, held } = await creditsOf(client);
  if (total !== wanted || held !== 0) throw new Error(`${total} credits are left and ${held} held, not ${wanted}`);
};
