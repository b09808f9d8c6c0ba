/** The read models agree with the log: every change in their file is found. */
import test from 'ava';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Finding } from '../../../../src/application/audit/findings.ts';
import type { Projection } from '../../../../src/kernel/projection.ts';
import { auditFolder } from '../../../support/audit/audit-folder.ts';
import { collectionNamed } from '../../../support/read-models/collection-named.ts';
import { sharedLivedFolder } from '../../../support/audit/shared-lived-folder.ts';
import { changeDocument, copyOf, idsIn, tamperWith } from '../../../support/audit/tamper.ts';

const folder = sharedLivedFolder(test);

type Damage = (database: DatabaseSync) => Partial<Finding>;

const firstIn = (database: DatabaseSync, collection: string): string => idsIn(database, collection)[0] ?? '';

const found = (readModel: string, what: string, id: string): Partial<Finding> => ({
  check: 'read-model',
  what,
  readModel,
  id,
});

const changed =
  (readModel: string, what: string, change: Parameters<typeof changeDocument>[3]): Damage =>
  (database) => {
    const collection = collectionNamed(readModel);
    const id = firstIn(database, collection);
    changeDocument(database, collection, id, change);
    return found(readModel, what, id);
  };

const removed =
  (readModel: string): Damage =>
  (database) => {
    const id = firstIn(database, collectionNamed(readModel));
    database.exec(`DELETE FROM "documents:${collectionNamed(readModel)}" WHERE id = '${id}'`);
    return found(readModel, 'document_missing', id);
  };

const moved =
  (readModel: string, what: string): Damage =>
  (database) => {
    const id = firstIn(database, collectionNamed(readModel));
    database.exec(
      `UPDATE "documents:${collectionNamed(readModel)}" SET position = '0000-000000000001' WHERE id = '${id}'`,
    );
    return found(readModel, what, id);
  };

const column =
  (readModel: string, set: string): Damage =>
  (database) => {
    const id = firstIn(database, collectionNamed(readModel));
    database.exec(`UPDATE "documents:${collectionNamed(readModel)}" SET ${set} WHERE id = '${id}'`);
    return found(readModel, 'document_damaged', id);
  };

const cutOff = 'body = substr(body, 1, length(body) - 5)';

type Marked = { readonly mark: { readonly stream: string; readonly revision: number; readonly hash: string } };

const remarked =
  (change: (mark: Marked['mark']) => object): Parameters<typeof changeDocument>[3] =>
  (body) => ({ ...body, mark: { ...(body as Marked).mark, ...change((body as Marked).mark) } });

/** Found at any time. */
const plain: Readonly<Record<string, Damage>> = {
  'a richer summary': changed('credit-summary', 'other_balances', (body) => ({
    ...body,
    paid: Number(body['paid']) + 1,
  })),
  'a summary without its holds': changed('credit-summary', 'other_balances', (body) => ({ ...body, held: 99 })),
  'a job of another history': changed(
    'job',
    'other_history',
    remarked(() => ({ hash: 'f'.repeat(64) })),
  ),
  'a plan of a stream that is not there': changed(
    'plan',
    'ahead_of_log',
    remarked(() => ({ stream: 'plan-pln_x' })),
  ),
  'a project that is ahead': changed(
    'project-list',
    'ahead_of_log',
    remarked(({ revision }) => ({ revision: revision + 9 })),
  ),
  'a mark that makes no sense': changed(
    'plan',
    'ahead_of_log',
    remarked(() => ({ revision: 'x' })),
  ),
  'a plan at another place': moved('plan', 'misplaced'),
  'a job at a place before its own': moved('job', 'misplaced'),
  'a job that is gone': removed('job'),
  'a plan that is gone': removed('plan'),
  'a project that is gone': removed('project-list'),
  'a summary that is gone': removed('credit-summary'),
  'an entry that is gone': removed('ledger-entries'),
  'an entry of another hash': changed('ledger-entries', 'other_history', (body) => ({ ...body, hash: 'f'.repeat(64) })),
  'an entry at another place': moved('ledger-entries', 'other_history'),
  'a summary that is no JSON any more': column('credit-summary', cutOff),
  'an entry that is no JSON any more': column('ledger-entries', cutOff),
  'an asset that is no JSON any more': column('asset-library', cutOff),
  'a job that says it is done': changed('job', 'document_damaged', (body) => ({ ...body, status: 'queued' })),
  'work that owes nothing': changed('open-work', 'document_damaged', (body) => ({ ...body, kind: 'other' })),
  'a debit that is listed as a grant': column('ledger-entries', `"member:kind" = 'other'`),
  'a job that is listed under no status': column('job', '"member:status" = NULL'),
  'an asset that is listed elsewhere': column('asset-library', `"member:renderedPosition" = '0'`),
  'an entry that no ledger has': (database) => {
    const id = firstIn(database, collectionNamed('ledger-entries'));
    const other = id.replace(/:\d+$/, ':9999');
    database.exec(`UPDATE "documents:${collectionNamed('ledger-entries')}" SET id = '${other}' WHERE id = '${id}'`);
    return found('ledger-entries', 'unknown_entry', other);
  },
};

for (const [name, damage] of Object.entries(plain)) {
  test(`damage: ${name}`, async (t) => {
    const copy = copyOf(t, folder);
    const expected = tamperWith(copy, 'read', damage);
    const { findings } = await auditFolder(copy);
    t.true(
      findings.some(
        ({ what, readModel, id }) => what === expected.what && readModel === expected.readModel && id === expected.id,
      ),
      JSON.stringify(findings, null, 1),
    );
    t.true(
      findings.every(({ readModel }) => readModel === expected.readModel),
      'and nothing else',
    );
  });
}

/** Marks and numbers stay as they are: only folding again can tell. */
const deep: Readonly<Record<string, Damage>> = {
  'a job that says it was cheaper': changed('job', 'document_differs', (body) => ({ ...body, chargedCredits: 0.5 })),
  'an entry of another amount': changed('ledger-entries', 'document_differs', (body) => ({ ...body, note: 'other' })),
  'an asset of another kind': changed('asset-library', 'document_differs', (body) => ({ ...body, contentType: 'x/y' })),
  'a member more': changed('workspace-list', 'document_differs', (body) => ({ ...body, extra: true })),
  'an asset that is gone': removed('asset-library'),
  'a workspace that is gone': removed('workspace-list'),
  'an asset that was never made': (database) => {
    const id = firstIn(database, collectionNamed('asset-library'));
    database.exec(`UPDATE "documents:${collectionNamed('asset-library')}" SET id = 'ast_0' WHERE id = '${id}'`);
    return found('asset-library', 'document_unknown', 'ast_0');
  },
  "another tenant's job": (database) => {
    const id = firstIn(database, collectionNamed('job'));
    database.exec(`UPDATE "documents:${collectionNamed('job')}" SET owner = 'ws_other' WHERE id = '${id}'`);
    return found('job', 'other_owner', id);
  },
  'an asset at another place': moved('asset-library', 'misplaced'),
};

for (const [name, damage] of Object.entries(deep)) {
  test(`folded again: ${name}`, async (t) => {
    const copy = copyOf(t, folder);
    const expected = tamperWith(copy, 'read', damage);
    t.true((await auditFolder(copy)).ok, 'without folding nothing shows');
    const { findings } = await auditFolder(copy, { full: true });
    t.like(findings[0], expected, JSON.stringify(findings, null, 1));
  });
}

test('a read model that has seen what the log does not have names the witness', async (t) => {
  const copy = copyOf(t, folder);
  tamperWith(copy, 'read', (database) =>
    database.exec(
      `UPDATE checkpoints SET position = '0000-000000999999' WHERE name = 'projection:${collectionNamed('job')}'`,
    ),
  );
  const { findings } = await auditFolder(copy);
  t.like(findings[0], { check: 'witness', what: 'log_behind' });
  t.regex(findings[0]?.problem ?? '', /projection:job@\d has seen it at 0000-000000999999/);
});

test('a read model that is behind, and says so, is no finding; one that does not say so is', async (t) => {
  const behind = copyOf(t, folder);
  const forget = (database: DatabaseSync, checkpoint: string): void => {
    // The last things that were folded are gone from the documents.
    const last = database
      .prepare(`SELECT id FROM "documents:${collectionNamed('plan')}" ORDER BY position DESC LIMIT 1`)
      .get();
    database.exec(`DELETE FROM "documents:${collectionNamed('plan')}" WHERE id = '${String(last?.['id'])}'`);
    database.exec(
      `UPDATE checkpoints SET position = '${checkpoint}' WHERE name = 'projection:${collectionNamed('plan')}'`,
    );
  };
  const { position } = tamperWith(behind, 'read', (database) => {
    const before = database
      .prepare(`SELECT position FROM "documents:${collectionNamed('plan')}" ORDER BY position DESC LIMIT 1 OFFSET 1`)
      .get();
    forget(database, String(before?.['position']));
    return { position: String(before?.['position']) };
  });
  t.true((await auditFolder(behind, { full: true })).ok, position);

  const lying = copyOf(t, folder);
  tamperWith(lying, 'read', (database) => forget(database, '0000-000000000328'));
  t.false((await auditFolder(lying)).ok);
});

test('read models that were never folded are no finding', async (t) => {
  const copy = copyOf(t, folder);
  rmSync(join(copy, 'read.sqlite'));
  t.true((await auditFolder(copy, { full: true })).ok);
});

test('sabotage: a fold that forgets something is found', async (t) => {
  const forgetful = (projection: Projection): Projection =>
    projection.name === 'job'
      ? {
          ...projection,
          evolve: (body, event, id) => (event.type === 'FrameScored' ? body : projection.evolve(body, event, id)),
        }
      : projection;
  const { findings } = await auditFolder(copyOf(t, folder), {
    full: true,
    doctored: (deps) => ({ ...deps, projections: deps.projections.map(forgetful) }),
  });
  t.true(findings.length > 0 && findings.every(({ readModel }) => readModel === 'job'));
});

test('sabotage: a fold that throws is named', async (t) => {
  const broken = (projection: Projection): Projection =>
    projection.name === 'plan'
      ? {
          ...projection,
          evolve: () => {
            throw new Error('no plan survives');
          },
        }
      : projection;
  const { findings } = await auditFolder(copyOf(t, folder), {
    full: true,
    doctored: (deps) => ({ ...deps, projections: deps.projections.map(broken) }),
  });
  t.like(findings[0], { what: 'unfoldable', readModel: 'plan' });
  t.is(findings.length, 1);
});
