/** The log of a used service goes to its topics as the AsyncAPI document says. */
import test from 'ava';
import { eventTypes } from '../../events/registry.ts';
import { asyncApiDocument } from '../../src/http/asyncapi/document.ts';
import { DISPATCH_TOPIC } from '../../src/kernel/topics.ts';
import { composeApplication } from '../../src/main/compose-application.ts';
import { createSaveSettings } from '../../src/application/settings/creative-settings.ts';
import { createPutMember, createRemoveMember } from '../../src/application/tenancy/members.ts';
import {
  createCreateWebhook,
  createPingWebhook,
  createRotateWebhook,
} from '../../src/application/webhooks/change-webhooks.ts';
import { createRemoveWebhook } from '../../src/application/webhooks/owned-webhooks.ts';
import type { StoredEvent } from '../../src/ports/event-store.ts';
import { answered } from '../support/application/answered.ts';
import { created } from '../support/application/workspace-steps.ts';
import { enterAs, principalOf } from '../support/application/world.ts';
import { liveIn } from '../support/audit/lived-folder.ts';
import { allEvents } from '../support/log/memory-log.ts';
import { judge, painter } from '../support/engines/painter.ts';
import { givenService } from '../support/service/real-service.ts';
import { checkTraffic, recordsOf, type TopicRecord } from '../support/messaging/recorded-traffic.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';
import { tellStory } from './story.ts';

const document = asyncApiDocument();

test('the story of the business, as an analyst reads it', async (t) => {
  const makers = { engines: new Map([[painter.name, painter]]), scorer: judge };
  const { baseUrl, token, core } = await givenService(t, { makers });
  await tellStory(baseUrl, await token());
  await untilNothingIsOwed(core);
  const records = recordsOf(await allEvents(core.stores));
  t.true(records.length > 50, String(records.length));
  t.deepEqual(checkTraffic(document, records), []);
});

/** Members, settings and webhooks. The address of the webhook is private: nothing is sent. */
const administer = async ({ core, application }: Awaited<ReturnType<typeof liveIn>>): Promise<void> => {
  const principal = principalOf('alice');
  const caller = await enterAs({ application }, principal);
  const bob = { workspaceId: await created({ application }, caller, 'Third'), sub: 'bob', issuer: principal.issuer };
  const use = composeApplication(core);
  for (const role of ['member', 'owner'] as const) await answered(use(createPutMember)(caller, bob, role));
  await answered(use(createRemoveMember)(caller, bob));
  await answered(use(createSaveSettings)(caller, {}));
  const asked = { url: 'https://10.0.0.1/hook', events: ['job.completed'] } as const;
  const { webhook } = await answered(use(createCreateWebhook)(caller, asked));
  const { id } = webhook as { readonly id: string };
  await answered(use(createPingWebhook)(caller, id));
  await answered(use(createRotateWebhook)(caller, id));
  await answered(use(createRemoveWebhook)(caller, id));
};

test('every turn that work takes, twice over; sabotage: whatever is amiss with a record is found', async (t) => {
  const lived = await liveIn(tempFolder(t));
  await lived.live();
  await administer(lived);
  const events: readonly StoredEvent[] = await allEvents(lived.core.stores);
  await lived.stop();
  const records = recordsOf(events);
  t.deepEqual(checkTraffic(document, records), []);
  t.deepEqual(
    checkTraffic(
      document,
      records.flatMap((record, index) => [record, records[index - 1] ?? record]),
    ),
    [],
  );
  const met = new Set(records.map(({ headers }) => headers['ce_dataschema'])).size;
  t.true(2 * met > eventTypes.length, `${met} of ${eventTypes.length} types are met`);

  const at = records.findIndex(({ topic, headers }) => topic === 'pi.job.v1' && headers['ce_streamrevision'] === '2');
  const { headers, value, ...place } = records[at] as TopicRecord;
  const sabotages: Readonly<Record<string, readonly TopicRecord[]>> = {
    'no such channel': [{ ...place, headers, value, topic: 'pi.jobs.v1' }],
    'no such partition': [{ ...place, headers, value, partition: 16 }],
    'headers of no message of the channel': [{ ...place, value, headers: { ...headers, ce_time: undefined } }],
    'the value is no JSON': [{ ...place, headers, value: value.slice(1) }],
    'data that is no': [{ ...place, headers, value: '{}' }],
    'the key is not the stream': [{ ...place, headers, value, key: 'other' }],
    'does not continue its chain': [{ ...place, headers, value: value.replace('{', '{ ') }],
    ': 3 after 1': [],
  };
  for (const [flaw, instead] of Object.entries(sabotages)) {
    const found = checkTraffic(document, records.toSpliced(at, 1, ...instead));
    t.true(found[0]?.includes(flaw), `${flaw}: ${found[0]}`);
  }
  const dispatched = records.filter(({ topic }) => topic === DISPATCH_TOPIC);
  t.true(dispatched.length > 5);
});
