/**
 * As `child.ts`: one client sends films to two webhooks and uploads a picture. A process after a kill is some time
 * ahead, so that attempts of the dead one are due. Days pass at the end, and all that was kept for a while is removed.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDeliver } from '../../src/application/deliveries/deliver.ts';
import { createCompleteUpload, createOfferUpload } from '../../src/application/storage/uploads.ts';
import { composeApplication } from '../../src/main/compose-application.ts';
import type { Core } from '../../src/main/core.ts';
import { startRoles } from '../../src/main/roles.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { Outbound } from '../../src/ports/outbound.ts';
import { png } from '../support/engines/pictures.ts';
import { quickEngine } from '../support/engines/quick-makers.ts';
import { kindScorer } from '../support/gateway/kind-scorer.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';
import { contentLeft, openDeliveries } from '../support/deliveries/promises.ts';
import { jsonLines } from '../support/process/json-lines.ts';
import type { Told } from './deliveries.ts';
import type { Sabotage } from './harness.ts';
import { type Armed, mark } from './mark.ts';
import { fatal, openFolder } from './open-folder.ts';
import { readPrepared } from './scenario.ts';

const armed: Armed = globalThis as Armed;
const [folder = '', argument = ''] = process.argv.slice(2);
const sabotage = argument as Sabotage;
const file = (name: string): string => join(folder, name);

/** Attempts of a dead process are late by then, and their deliveries hold later ones still. */
const AFTER_A_KILL_MS = 1.5 * limits.deliveryGraceMs;
const DAYS_MS = 1.5 * limits.deliveryKeptMs;
/** Past it the content counts as left behind. */
const MESSAGES_MS_MAX = 15_000;
const { now } = Date;
let aheadMs = (existsSync(file('begun')) ? AFTER_A_KILL_MS : 0) + (existsSync(file('days')) ? DAYS_MS : 0);
Date.now = () => now() + aheadMs;

const HOOKS = ['https://one.example/hook', 'https://two.example/hook'] as const;
/** Which webhooks each delivery goes to. */
const SENT = [[HOOKS[0]], [HOOKS[0], HOOKS[1]], [HOOKS[0]]] as const;

const tell = (told: Told): void => {
  appendFileSync(file('told.jsonl'), `${JSON.stringify(told)}\n`);
  mark('told');
};

const outbound: Outbound = {
  call: async ({ url, headers }, read) => {
    appendFileSync(file('received.jsonl'), `${JSON.stringify({ url, id: headers?.['webhook-id'] })}\n`);
    mark('received');
    return { kind: 'answered', value: await read({ status: 200 } as never) };
  },
};

const bytes = await png(({ x }) => x % 256);

/** Where a dead process has recorded that a delivery is cleared, its message has the content removed: no open work. */
const untilContentIsGone = async (core: Core): Promise<void> => {
  const end = performance.now() + MESSAGES_MS_MAX;
  const left = async () => contentLeft(core.stores.objects, await wholeLog(core));
  while (performance.now() < end && (await left()).length > 0) await core.system.timers.sleep(20);
};

const play = async (core: Core): Promise<void> => {
  const { caller } = readPrepared(folder);
  const application = composeApplication(core);
  const [deliver, offer, complete] = [createDeliver, createOfferUpload, createCompleteUpload].map((create) =>
    application(create as never),
  ) as unknown as [
    ReturnType<typeof createDeliver>,
    ReturnType<typeof createOfferUpload>,
    ReturnType<typeof createCompleteUpload>,
  ];
  const running = await startRoles(core);
  writeFileSync(file('begun'), '');
  armed.__arm?.();
  const send = async (sent: number): Promise<void> => {
    if (jsonLines<Told>(file('told.jsonl')).some((told) => told.sent === sent)) return;
    const destinations = SENT[sent]?.map((url) => ({ type: 'webhook', url }) as const) ?? [];
    const answer = await deliver(caller, { video: { url: `https://films.example/${sent}` }, destinations });
    if (answer.kind === 'ok') tell({ sent, id: String(answer.value['deliveryId']) });
  };
  const upload = async (): Promise<void> => {
    const about = { filename: 'quay.png', contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
    const offered = await offer(caller, about);
    if (offered.kind === 'refused') throw new Error(offered.code);
    await core.stores.objects.put(offered.value.key, bytes, 'image/png');
    tell({ put: offered.value.assetId });
    await complete(caller, offered.value.assetId);
  };
  await Promise.all([...SENT.map(async (_, sent) => send(sent)), upload()]);
  while (openDeliveries(await wholeLog(core)).length > 0) await core.system.timers.sleep(20);
  writeFileSync(file('days'), '');
  aheadMs += DAYS_MS;
  await untilNothingIsOwed(core, Infinity);
  await untilContentIsGone(core);
  armed.__disarm?.();
  await running.stop();
};

const makers = { engines: new Map([['service_images', quickEngine()]]), scorer: kindScorer };
const opened = await openFolder(folder, fatal, makers);
const { objects } = opened.stores;
/** A sabotage: the content of deliveries is kept by this process alone, and is gone with it. */
const deaf: typeof objects.put = async (key, content, contentType) =>
  key.includes('/deliveries/') ? { key, size: 0, contentType } : objects.put(key, content, contentType);
const stores = sabotage === 'deaf' ? { ...opened.stores, objects: { ...objects, put: deaf } } : opened.stores;
const core: Core = { ...opened, outbound, stores };
await play(core);
await opened.close();
process.exit(0);
