/** The flaws of a body that breaks its shape, rules that no shape says, or both. */
import test from 'ava';
import { operations } from '../../../../src/http/contract/operations/registry.ts';
import { isRefusal, type Wrong } from '../../../../src/http/errors/refusal.ts';
import { createJudge } from '../../../../src/http/gates/judge.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const judge = (id: string, body: unknown) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return createJudge(operation)(Buffer.from(JSON.stringify(body)), null);
};

/** The places that a refusal names. */
const flawed = (id: string, body: unknown): readonly string[] => {
  const found = judge(id, body);
  return isRefusal(found) ? (found.detail as readonly Wrong[]).map(({ pointer }) => pointer) : [];
};

const picture = { filename: 'quay.png', contentType: 'image/png' };
const webhook = { type: 'webhook', url: 'https://hooks.example/x' };
const video = { url: 'https://studio.example/v.mp4' };
const batch = { projectId: 'prj_1', prompt: 'a quay', count: 2, continuityMode: 'independent' };
const accept = (frameIndex: number) => ({ frameIndex, decision: 'accept', note: 'as written' });

test('a rule names every member that breaks it', (t) => {
  const decisions = [accept(0), accept(1), accept(0), accept(1)];
  t.deepEqual(flawed('reviewPhotoSequence', { decisions }), ['/decisions/2/frameIndex', '/decisions/3/frameIndex']);
  t.deepEqual(flawed('saveCreativeSettings', { bannedTopics: ['!', 'war', '?'] }), [
    '/bannedTopics/0',
    '/bannedTopics/2',
  ]);
  const events = ['job.completed', 'credits.low', 'job.completed', 'credits.low'];
  t.deepEqual(flawed('createWebhook', { url: webhook.url, events }), ['/events/2', '/events/3']);
  const destinations = [
    { type: 'webhook' },
    { ...webhook, to: 'a@b.c', folderId: 'f' },
    { type: 'email', to: 'ada' },
    { type: 'email', to: 'a@b.example', secret: 'x' },
    { type: 'cloud_drive' },
  ];
  t.deepEqual(flawed('deliverVideo', { video, destinations }), [
    '/destinations/0',
    '/destinations/1/to',
    '/destinations/1/folderId',
    '/destinations/2/to',
    '/destinations/3/secret',
    '/destinations/4',
  ]);
});

test('an email goes to one address of the common form, in any script', (t) => {
  const isTaken = (to: string): boolean =>
    flawed('deliverVideo', { video, destinations: [{ type: 'email', to }] }).length === 0;
  const good = [
    'ada@studio.example',
    "a.o'b+c@x.example",
    'a@b',
    'ada@bücher.example',
    'アダ@例え.example',
    'a@1.x-y.z',
  ];
  t.deepEqual(good.filter(isTaken), good);
  const bad = ['x,y@b.example', 'x;y@b.example', '<y@b.example>', 'x:y@b.example', '.a@b.example', 'a..b@c.example'];
  bad.push(
    'a@b..example',
    'a@.example',
    'a@-b.example',
    'a@b-.example',
    'a@b.example.',
    'a b@c.example',
    'a@@b.example',
  );
  t.deepEqual(bad.filter(isTaken), []);
});

test('a member that breaks a rule is named beside one that breaks the shape', (t) => {
  t.deepEqual(flawed('offerUpload', { filename: '', contentType: 'text/html', sizeBytes: 0 }), [
    '/filename',
    '/sizeBytes',
    '/contentType',
  ]);
  t.deepEqual(flawed('generateStoryboardBatch', { ...batch, frames: [{ prompt: 'a' }], seed: -1 }), [
    '/seed',
    '/frames',
  ]);
  t.deepEqual(flawed('makeSpeech', { text: '!', voice: 'en' }), ['/voice', '/text']);
});

test('no rule is asked about a member that is missing or breaks the shape', (t) => {
  t.deepEqual(flawed('offerUpload', { ...picture, contentType: 'video/mp4', category: 'VIDEO' }), ['/category']);
  t.deepEqual(flawed('offerUpload', { filename: 'quay.png' }), ['']);
  t.deepEqual(flawed('deliverVideo', { video: {}, destinations: [webhook] }), ['/video']);
  t.deepEqual(flawed('generateStoryboardBatch', { ...batch, count: 0, frames: [] }), ['/count']);
  t.deepEqual(flawed('deliverVideo', { video, destinations: [{ type: 'fax' }, { type: 'webhook' }] }), [
    '/destinations/0/type',
  ]);
});

test('a size past the safe integers has the code of a size, and any other flaw comes first', (t) => {
  t.like(judge('offerUpload', { ...picture, sizeBytes: 1e300 }), { code: 'file_too_large' });
  t.deepEqual(flawed('offerUpload', { filename: 'a', contentType: 'text/html', sizeBytes: 1e300 }), [
    '/sizeBytes',
    '/contentType',
  ]);
});

test('the list of flaws is bounded, those of rules included', (t) => {
  const odd = Object.fromEntries(Array.from({ length: limits.errorDetailsMax }, (_, at) => [`odd${at}`, at]));
  t.is(flawed('makeSpeech', { text: '!', ...odd }).length, limits.errorDetailsMax);
});
