/** Attempts that are repeated: by another process after a death, over a day, and when a caller asks for them. */
import test, { type ExecutionContext } from 'ava';
import { openWorkProjection } from '../../../../projections/open-work/definition.ts';
import type { OpenWorkDocument } from '../../../../projections/open-work/document.ts';
import { hmacSha256 } from '../../../../src/adapters/system/hmac-sha256.ts';
import type { Ground } from '../../../../src/application/application.ts';
import { createDeliveryAttempts } from '../../../../src/application/deliveries/create-delivery-attempts.ts';
import { createDeliver, createRedeliver } from '../../../../src/application/deliveries/deliver.ts';
import { createReadDelivery } from '../../../../src/application/deliveries/read-deliveries.ts';
import { signWebhook } from '../../../../src/application/deliveries/sign-webhook.ts';
import { createCarryOn } from '../../../../src/application/reactions/carry-on.ts';
import type { ReactionDeps } from '../../../../src/application/reactions/reactions.ts';
import { Fault, isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { collectionOf } from '../../../../src/kernel/projection.ts';
import type { Mail, MailOutcome } from '../../../../src/ports/mailer.ts';
import type { StoredDocument } from '../../../../src/ports/document-store.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { type Hosts, hostsOf } from '../../../support/application/hosts.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { eventually } from '../../../support/kernel/eventually.ts';

const HOOK = 'https://hooks.test/videos?key=unlisted';
const OTHER = 'https://other.test/videos';
const video = { url: 'https://files.test/film.mp4', title: 'The letter' };
const secret = 'a secret of a test';
const hook = { type: 'webhook', url: HOOK, secret } as const;

type Logged = {
  readonly delivery: {
    readonly destinations: readonly {
      readonly status: string;
      readonly nextAttemptAt: string | null;
      readonly attempts: readonly { readonly status: string; readonly code: string | null }[];
    }[];
  };
};

/** Deliveries of one process, and a supervisor of another one, on the same stores. */
const given = async (t: ExecutionContext, hosts: Hosts, doctor: Partial<Ground> = {}) => {
  const outbound = hostsOf(hosts);
  const { world, process, ann } = await givenWorld(t, { outbound });
  const ground: Ground = { ...process.ground, mailer: doctor.mailer };
  const deliver = createDeliver({ ...ground, ...doctor });
  const carryOn = createCarryOn(
    {
      ...ground,
      deliveries: createDeliveryAttempts(ground),
      stopping: new AbortController().signal,
    } as unknown as ReactionDeps,
    new Set(['supervisor']),
  );
  const due = async (): Promise<StoredDocument<OpenWorkDocument> | undefined> => {
    const collection = collectionOf(openWorkProjection);
    const atMost = new Date(world.time.clock.now()).toISOString();
    const { documents } = await world.documents.query<OpenWorkDocument>({
      collection,
      index: 'byDue',
      atMost,
      limit: 9,
    });
    return documents.find(({ body: { subject } }) => subject === 'delivery' || subject === 'lane');
  };
  /** Moves time, and lets the supervisor take the step that is due by then. */
  const later = async (ms: number): Promise<void> => {
    await world.time.advance(ms);
    await eventually('a step is due', async () => (await due()) !== undefined);
    const work = await due();
    if (work !== undefined) t.is(await carryOn(work), 'done');
    await eventually('the step is over', async () => (await due()) === undefined);
  };
  const objectOf = (id: string): string => `${ann.workspaceId}/deliveries/${id}`;
  const logOf = async (id: string) => (await answered(createReadDelivery(ground)(ann, id))) as unknown as Logged;
  const redeliver = createRedeliver(ground);
  return { world, ground, calls: outbound.calls, ann, hosts, deliver, redeliver, later, objectOf, logOf };
};

const idIn = (body: unknown): string => String((body as { deliveryId: unknown }).deliveryId);

test('a failed attempt is repeated under the same id and body, with a new time and signature', async (t) => {
  const { calls, ann, hosts, deliver, later, logOf } = await given(t, { [HOOK]: 500, [OTHER]: 200 });
  const body = await answered(deliver(ann, { video, destinations: [hook, { type: 'webhook', url: OTHER }] }));
  t.like(body, { results: [{ status: 'retrying' }, { status: 'delivered' }] });
  const id = idIn(body);
  t.not((await logOf(id)).delivery.destinations[0]?.nextAttemptAt, null);
  hosts[HOOK] = 204;
  await later(limits.deliveryBackoffMs[0]);
  t.is(calls.length, 3, 'the destination that has it is left alone');
  const [first, , second] = calls;
  t.deepEqual(second?.body, first?.body);
  t.is(second?.url, HOOK);
  const unixSeconds = Number(second?.headers?.['webhook-timestamp']);
  t.true(unixSeconds > Number(first?.headers?.['webhook-timestamp']));
  t.deepEqual(second?.headers, {
    'Content-Type': 'application/json',
    ...signWebhook(hmacSha256, { id, unixSeconds, body: second?.body ?? new Uint8Array(), secrets: [secret] }),
  });
  const [destination] = (await logOf(id)).delivery.destinations;
  t.deepEqual(
    destination?.attempts.map(({ status }) => status),
    ['retrying', 'delivered'],
  );
});

test('a delivery whose process died in the request is carried on by another one', async (t) => {
  const outbound: Ground['outbound'] = {
    call: async () => Promise.reject(new Error('the process died')),
  };
  const { calls, ann, world, deliver, later, logOf } = await given(t, { [HOOK]: 200 }, { outbound });
  await t.throwsAsync(deliver(ann, { video, destinations: [hook] }), { message: 'the process died' });
  const id =
    (await world.events()).find(({ type }) => type === 'DeliveryRequested')?.stream.slice('delivery-'.length) ?? '';
  t.is((await logOf(id)).delivery.destinations[0]?.status, 'pending');
  await later(limits.deliveryGraceMs);
  t.is(calls.length, 1);
  t.is((await logOf(id)).delivery.destinations[0]?.status, 'delivered');
});

test('a delivery is taken while the read store is away, and its first attempt is made later', async (t) => {
  const away = { get: async () => Promise.reject(new Fault('unavailable', 'the read store is away')) };
  const { calls, ann, deliver, later, logOf } = await given(t, { [HOOK]: 200 }, { parsed: away });
  const body = await answered(deliver(ann, { video, destinations: [hook] }));
  t.like(body, { results: [{ status: 'retrying', code: 'waits_for_earlier' }] });
  t.is(calls.length, 0);
  await later(limits.deliveryGraceMs);
  t.is((await logOf(idIn(body))).delivery.destinations[0]?.status, 'delivered');
});

test('attempts end after a day; the sealed content is removed some days later, and nothing is sent then', async (t) => {
  const { calls, ann, world, deliver, redeliver, later, objectOf, logOf } = await given(t, { [HOOK]: 503 });
  const id = idIn(await answered(deliver(ann, { video, destinations: [hook] })));
  for (const ms of limits.deliveryBackoffMs) await later(ms);
  t.is(calls.length, limits.deliveryAttemptsMax);
  t.true(new Set(calls.map(({ headers }) => headers?.['webhook-id'])).size === 1);
  t.is((await logOf(id)).delivery.destinations[0]?.status, 'failed');
  const dayMs = limits.deliveryBackoffMs.reduce((sum, ms) => sum + ms, 0);
  t.true(dayMs > 23 * 3_600_000 && dayMs < 25 * 3_600_000, 'a day in all');
  t.not(await world.objects.head(objectOf(id)), undefined);
  await later(limits.deliveryKeptMs);
  t.is(await world.objects.head(objectOf(id)), undefined);
  t.is(await refusalOf(redeliver(ann, id)), 'delivery_not_repeatable');
  t.is(calls.length, limits.deliveryAttemptsMax);
});

test('a caller asks for a delivery again, in its own workspace, until it is taken', async (t) => {
  const { calls, ann, hosts, deliver, redeliver } = await given(t, { [HOOK]: 410 });
  const id = idIn(await answered(deliver(ann, { video, destinations: [hook] })));
  hosts[HOOK] = 200;
  t.like(await answered(redeliver(ann, id)), { deliveryId: id, results: [{ index: 0, status: 'delivered' }] });
  t.is(calls.length, 2);
  t.is(await refusalOf(redeliver(ann, id)), 'delivery_not_repeatable');
  t.is(await refusalOf(redeliver({ ...ann, workspaceId: 'ws_other' }, id)), 'project_forbidden');
  t.is(await refusalOf(redeliver(ann, 'dlv_unknown')), 'delivery_not_found');
});

test('no secret, address or video is in the log or the store as it is', async (t) => {
  const { ann, world, ground, deliver, objectOf } = await given(t, { [HOOK]: 500, [OTHER]: 200 });
  const id = idIn(await answered(deliver(ann, { video, destinations: [hook, { ...hook, url: OTHER }] })));
  const sealed = Buffer.from(await world.objects.get(objectOf(id))).toString();
  const log = JSON.stringify(await world.events());
  for (const kept of [secret, 'unlisted', 'film.mp4', 'The letter']) t.false(`${sealed}${log}`.includes(kept), kept);
  // The search finds what is there.
  t.true(log.includes('hooks.test'));
  // It is bound to its delivery.
  const error = t.throws(() => ground.secrets.open(Buffer.from(sealed), ['delivery', ann.workspaceId, 'dlv_other']));
  t.true(isFault(error, 'corrupt'));
  t.true(ground.secrets.open(Buffer.from(sealed), ['delivery', ann.workspaceId, id]).includes(secret));
});

test('a dead receiver is given up after a day, with all that wait for it, each tried once', async (t) => {
  const { ann, deliver, later, logOf } = await given(t, { [HOOK]: 500 });
  const send = async (): Promise<string> => idIn(await answered(deliver(ann, { video, destinations: [hook] })));
  const early = [await send(), await send(), await send(), await send()];
  const [first, rest] = [limits.deliveryBackoffMs.slice(0, 5), limits.deliveryBackoffMs.slice(5)];
  for (const ms of first) await later(ms);
  const late = await send();
  // The second one has its turn before its day is over, and four repeats until then.
  for (const ms of [...rest, ...limits.deliveryBackoffMs.slice(0, 4)]) await later(ms);
  const ends = await Promise.all([...early, late].map(async (id) => (await logOf(id)).delivery.destinations[0]));
  t.deepEqual(
    ends.map((one) => [one?.status, one?.attempts.length]),
    [
      ['failed', limits.deliveryAttemptsMax],
      ['failed', 5],
      ['failed', 1],
      ['failed', 1],
      ['retrying', 1],
    ],
  );
});

test('a delivery waits for the one before it at its destination, and for no other', async (t) => {
  const { calls, ann, hosts, deliver, later, logOf } = await given(t, { [HOOK]: 500, [OTHER]: 200 });
  const destinations = [hook, { type: 'webhook', url: OTHER }] as const;
  const first = idIn(await answered(deliver(ann, { video, destinations: [hook] })));
  const second = await answered(deliver(ann, { video, destinations }));
  const waits = { status: 'retrying', code: 'waits_for_earlier' };
  t.like(second, { results: [waits, { status: 'delivered' }] });
  // For hours, too.
  for (const ms of limits.deliveryBackoffMs.slice(0, 6)) await later(ms);
  t.is(calls.filter(({ url }) => url === HOOK).length, 7);
  hosts[HOOK] = 204;
  await later(2 * 60 * 60_000);
  const sent = calls.filter(({ url }) => url === HOOK).map(({ headers }) => headers?.['webhook-id']);
  t.deepEqual(sent, [...Array.from({ length: 8 }, () => first), idIn(second)]);
  t.is((await logOf(idIn(second))).delivery.destinations[0]?.status, 'delivered');
});

test('an email is repeated under the same id from sealed content, until the server refuses it for good', async (t) => {
  const outcomes: MailOutcome[] = [
    { kind: 'refused', why: 'deferred', statusCode: 451 },
    { kind: 'refused', why: 'unreachable', statusCode: null },
    { kind: 'refused', why: 'refused', statusCode: 550 },
  ];
  const mails: Mail[] = [];
  const send = async (mail: Mail): Promise<MailOutcome> => {
    mails.push(mail);
    return Promise.resolve(outcomes.shift() ?? { kind: 'accepted' });
  };
  const { ann, world, deliver, redeliver, later, logOf } = await given(t, {}, { mailer: { send } });
  const id = idIn(await answered(deliver(ann, { video, destinations: [{ type: 'email', to: 'ada@films.test' }] })));
  await later(limits.deliveryBackoffMs[0]);
  await later(limits.deliveryBackoffMs[1]);
  const [destination] = (await logOf(id)).delivery.destinations;
  t.like(destination, { status: 'failed', nextAttemptAt: null });
  t.like(destination?.attempts, [
    { status: 'retrying', code: 'mail_deferred', statusCode: 451 },
    { status: 'retrying', code: 'no_answer', statusCode: null },
    { status: 'failed', code: 'mail_refused', statusCode: 550 },
  ]);
  t.like(await answered(redeliver(ann, id)), { results: [{ index: 0, type: 'email', status: 'delivered' }] });
  t.is(mails.length, 4);
  for (const mail of mails) t.deepEqual(mail, mails[0]);
  t.like(mails[0], { id, to: 'ada@films.test', subject: 'Video: The letter' });
  t.false(JSON.stringify(await world.events()).includes('ada@'));
});

test('content that is lost ends the delivery by name', async (t) => {
  const { ann, world, deliver, later, objectOf, logOf } = await given(t, { [HOOK]: 500 });
  const id = idIn(await answered(deliver(ann, { video, destinations: [hook] })));
  await world.objects.remove(objectOf(id));
  await later(limits.deliveryBackoffMs[0]);
  t.like((await logOf(id)).delivery.destinations[0]?.attempts[1], { status: 'failed', code: 'content_gone' });
});

test('a store that cannot keep the content refuses the delivery before any byte is sent', async (t) => {
  const { calls, ann, world, deliver } = await given(
    t,
    { [HOOK]: 200 },
    {
      objects: {
        put: async () => Promise.reject(new Fault('unavailable', 'a store of a test')),
      } as unknown as Ground['objects'],
    },
  );
  await t.throwsAsync(deliver(ann, { video, destinations: [hook] }));
  t.is(calls.length, 0);
  t.false((await world.events()).some(({ type }) => type === 'DeliveryRequested'));
});

test('sabotage: a service that keeps no content is found by the repeat that it cannot send', async (t) => {
  const { ann, ground, hosts, later, calls, logOf } = await given(t, { [HOOK]: 500 });
  const put: Ground['objects']['put'] = async (key, _, contentType) => Promise.resolve({ key, size: 0, contentType });
  const forgetful = createDeliver({ ...ground, objects: { ...ground.objects, put } });
  const id = idIn(await answered(forgetful(ann, { video, destinations: [hook] })));
  hosts[HOOK] = 200;
  await later(limits.deliveryBackoffMs[0]);
  t.is(calls.length, 1);
  t.not((await logOf(id)).delivery.destinations[0]?.status, 'delivered');
});
