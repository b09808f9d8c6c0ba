/**
 * The attacks of `test/attacks/read-models-and-keys.test.ts` on a real MongoDB: write access to the read models, and to
 * nothing else. The log is embedded. A forgery is refused by name, or spends nothing and is named by the audit.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Db, MongoClient } from 'mongodb';
import { CHECKPOINTS, collectionNameOf, MEMBERS, type Stored } from '../../../src/adapters/mongo/collection-spec.ts';
import type { StoredCheckpoint } from '../../../src/adapters/mongo/write-documents.ts';
import { VERIFIED } from '../../../src/application/log/verify-log.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { attackRounds } from '../../support/attacks/attack-rounds.ts';
import { collectionNamed } from '../../support/read-models/collection-named.ts';
import { forgedSeals, movedMarks, SEAL } from '../../support/audit/forged-seals.ts';
import type { Client } from '../../support/http/http-client.ts';
import { makeLivedFolder } from '../../support/audit/lived-folder.ts';
import { givenService } from '../../support/service/real-service.ts';
import { auditInFull } from '../../support/servers/at-rest.ts';
import { requireServer } from '../../support/servers/require.ts';
import { startRefusal } from '../../support/process/start-refusal.ts';
import {
  expecting,
  generate,
  givenGenerated,
  givenPlanned,
  type Planned,
} from '../../support/service/storyboard-calls.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import { untilNothingIsOwed } from '../../support/log/whole-log.ts';
import { personalWorkspaceOf } from '../../support/service/workspace-of.ts';

type Body = Readonly<Record<string, unknown>>;

/** A database of the test's own, and the rights of an attacker in it. */
const givenDatabase = (t: ExecutionContext, url: string) => {
  const name = `forged-${randomUUID().slice(0, 8)}`;
  const client = new MongoClient(url);
  t.teardown(async () => client.close());
  return { env: { MONGODB_URL: url, MONGODB_DATABASE: name }, db: client.db(name) };
};

const inCollection = (db: Db, collection: string) => db.collection<Stored>(collectionNameOf(collection));
const inModel = (db: Db, readModel: string) => inCollection(db, collectionNamed(readModel));

const changeText = async (
  documents: ReturnType<typeof inCollection>,
  id: string,
  change: (body: Body) => Body,
): Promise<void> => {
  const found = await documents.findOne({ _id: id });
  assert(found?.text !== undefined, `there is no document ${id}`);
  await documents.updateOne({ _id: id }, { $set: { text: JSON.stringify(change(JSON.parse(found.text) as Body)) } });
};

/**
 * Puts every document and checkpoint back as it was. Members beat meanwhile: their rows stay as they are. No collection
 * is empty at any moment: projectors at work would take an empty directory for a new database, and write its entries.
 */
const keepAll = async (db: Db): Promise<() => Promise<void>> => {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).filter((name) => name !== MEMBERS);
  const kept = await Promise.all(
    names.map(async (name) => ({ name, all: await db.collection(name).find().toArray() })),
  );
  return async () => {
    for (const { name, all } of kept) {
      const collection = db.collection(name);
      await collection.deleteMany({ _id: { $nin: all.map(({ _id }) => _id) } });
      const puts = all.map((document) => ({
        replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
      }));
      if (puts.length > 0) await collection.bulkWrite(puts);
    }
  };
};

type Tenant = {
  readonly client: Client;
  readonly planned: Planned;
  readonly jobId: string;
  readonly workspaceId: string;
};

const givenTenant = async (client: Client): Promise<Tenant> => {
  const { planned, job } = await givenGenerated(client, ['a quay']);
  return { client, planned, jobId: job.id, workspaceId: await personalWorkspaceOf(client) };
};

type Forgery = {
  readonly forge: (db: Db, alice: Tenant, bob: Tenant) => Promise<unknown>;
  /** Of the audit. */
  readonly readModel: string;
  readonly what: string;
};

const forgeries: Readonly<Record<string, Forgery>> = {
  'balances raised': {
    forge: async (db, { workspaceId }) =>
      changeText(inModel(db, 'credit-summary'), workspaceId, (body) => ({ ...body, paid: 1_000_000 })),
    readModel: 'credit-summary',
    what: 'other_balances',
  },
  'a job deleted': {
    forge: async (db, { jobId }) => inModel(db, 'job').deleteOne({ _id: jobId }),
    readModel: 'job',
    what: 'document_missing',
  },
  'the jobs of two tenants swapped': {
    forge: async (db, alice, bob) => {
      const documents = inModel(db, 'job');
      const ids = [alice.jobId, bob.jobId];
      const [one, other] = await Promise.all(ids.map(async (_id) => documents.findOne({ _id })));
      for (const [_id, swapped] of [
        [alice.jobId, other],
        [bob.jobId, one],
      ] as const) {
        const { _id: before, ...rest } = swapped ?? {};
        assert(before !== undefined, 'both jobs have a document');
        await documents.updateOne({ _id }, { $set: rest });
      }
    },
    readModel: 'job',
    what: 'document_differs',
  },
  'a job given to another tenant': {
    forge: async (db, { jobId }, bob) =>
      inModel(db, 'job').updateOne({ _id: jobId }, { $set: { owner: bob.workspaceId } }),
    readModel: 'job',
    what: 'other_owner',
  },
  'an entry listed under another kind': {
    forge: async (db, { workspaceId }) =>
      inModel(db, 'ledger-entries').updateOne({ owner: workspaceId }, { $set: { 'keys.kind': 'other' } }),
    readModel: 'ledger-entries',
    what: 'document_damaged',
  },
  'a job that is no JSON any more': {
    forge: async (db, { jobId }) => inModel(db, 'job').updateOne({ _id: jobId }, { $set: { text: '{"status":' } }),
    readModel: 'job',
    what: 'document_damaged',
  },
  'an entry of a ledger deleted': {
    forge: async (db, { workspaceId }) => inModel(db, 'ledger-entries').deleteOne({ owner: workspaceId }),
    readModel: 'ledger-entries',
    what: 'document_missing',
  },
};

const mongoUrl = requireServer(test, 'mongodb');

if (mongoUrl !== undefined) {
  test('an altered pledge for the log in MongoDB is reported by the start', async (t) => {
    const { env, db } = givenDatabase(t, mongoUrl);
    const dataDir = join(tempFolder(t), 'data');
    await makeLivedFolder(dataDir, env);
    const restore = await keepAll(db);
    const attacks = { ...forgedSeals, ...movedMarks };
    await attackRounds(t, attacks, async (attack, { name }) => {
      if (typeof attack === 'function') await changeText(inCollection(db, SEAL.collection), SEAL.id, attack);
      else {
        const { position } = attack;
        await db.collection<StoredCheckpoint>(CHECKPOINTS).updateOne({ _id: VERIFIED }, { $set: { position } });
      }
      t.is(await startRefusal(dataDir, env), typeof attack === 'function' ? 'seal_unsigned' : attack.found, name);
      await restore();
    });
    t.is(await startRefusal(dataDir, env), undefined, 'all is put back');
  });

  test('documents forged, deleted or swapped in MongoDB spend nothing, and the audit names them', async (t) => {
    const { env, db } = givenDatabase(t, mongoUrl);
    const service = await givenService(t, { env: { ...env, TRIAL_CREDITS: '3' } });
    const [alice, bob] = [
      await givenTenant(await service.client('alice')),
      await givenTenant(await service.client('bob')),
    ];
    const next = await givenPlanned(alice.client, ['a vault']);
    const { core } = service;
    await untilNothingIsOwed(core);
    await core.readModels.waitFor(await core.stores.feed.head(), 30_000);
    const restore = await keepAll(db);
    await attackRounds(t, forgeries, async ({ forge, readModel, what }, { name }) => {
      await forge(db, alice, bob);
      t.like(await generate(alice.client, next), { status: 402, body: { code: 'insufficient_credits' } }, name);
      const { findings } = await auditInFull(core);
      t.true(
        findings.some((finding) => finding.readModel === readModel && finding.what === what),
        `${name}: ${JSON.stringify(findings)}`,
      );
      await restore();
    });
    t.like(await auditInFull(core), { ok: true }, 'all is put back');
  });

  test('a job that was deleted in MongoDB is told by its stream', async (t) => {
    const { env, db } = givenDatabase(t, mongoUrl);
    const service = await givenService(t, { env });
    const alice = await givenTenant(await service.client('alice'));
    await untilNothingIsOwed(service.core);
    await inModel(db, 'job').deleteMany({});
    const { body } = expecting(200, await alice.client.get(`${alice.planned.film}/jobs/${alice.jobId}`));
    t.like(body['job'], { id: alice.jobId, status: 'completed', chargedCredits: 1 });
  });
}
