/** I17: whatever is done to the file of the log, the audit finds it and names the first bad event. */
import test from 'ava';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditDeps, AuditReport } from '../../../../src/application/audit/audit.ts';
import type { Finding } from '../../../../src/application/audit/findings.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { claimedHash } from '../../../../src/schema/hash-chain.ts';
import { auditFolder } from '../../../support/audit/audit-folder.ts';
import { sharedLivedFolder } from '../../../support/audit/shared-lived-folder.ts';
import {
  closeGaps,
  copyOf,
  dropRow,
  flip,
  rechain,
  type Row,
  rowOf,
  rowsOf,
  setColumn,
  swapRows,
  tamperWith,
} from '../../../support/audit/tamper.ts';

const folder = sharedLivedFolder(test);

/** An event in the middle of its stream and of the log. */
const accepted = (database: DatabaseSync): Row => rowOf(database, "type = 'FrameScored'");
const nextOf = (database: DatabaseSync, { stream, revision }: Row): Row =>
  rowOf(database, 'stream = ? AND revision = ?', stream, revision + 1);

const at = ({ stream, revision, seq, type }: Row): Partial<Finding> => ({
  stream,
  revision,
  type,
  position: `0000-${String(seq).padStart(12, '0')}`,
});
const changed = (row: Row): Partial<Finding> => ({ check: 'chain', what: 'changed', ...at(row) });

/** Does the damage, and names the expected first finding. */
type Damage = (database: DatabaseSync) => Partial<Finding>;

const flipped =
  (column: 'data' | 'metadata' | 'id', place: number): Damage =>
  (database) => {
    const row = accepted(database);
    setColumn(database, row, column, flip(row[column], place));
    return changed(row);
  };

const HASH = '{"$hash":"'.length;

const damages: Readonly<Record<string, Damage>> = {
  'a bit of the data': flipped('data', 30),
  'the last character of the data': flipped('data', -1),
  'a bit of the metadata': flipped('metadata', -20),
  'a bit of the hash': flipped('metadata', HASH + 5),
  'the frame of the hash': flipped('metadata', 2),
  'a bit of the id': flipped('id', 3),
  'another type': (database) => {
    const row = accepted(database);
    setColumn(database, row, 'type', 'FrameAccepted');
    return { ...changed(row), type: 'FrameAccepted' };
  },
  'data without its JSON': (database) => {
    const row = accepted(database);
    setColumn(database, row, 'data', 'nothing');
    return changed(row);
  },
  'a space where none was': (database) => {
    const row = accepted(database);
    setColumn(database, row, 'data', `${row.data} `);
    return changed(row);
  },
  'the very first event': (database) => {
    const row = rowOf(database, 'seq = 1');
    setColumn(database, row, 'data', flip(row.data, 12));
    return changed(row);
  },
  'a row that is gone': (database) => {
    const row = accepted(database);
    dropRow(database, row);
    return { check: 'chain', what: 'gap', ...at(rowOf(database, 'seq = ?', row.seq + 1)) };
  },
  'a row that is gone, and no gap left': (database) => {
    const row = accepted(database);
    const next = nextOf(database, row);
    dropRow(database, row);
    closeGaps(database);
    return { check: 'chain', what: 'missing', ...at({ ...next, seq: next.seq - 1 }) };
  },
  'the last event of a stream in the middle of the log': (database) => {
    const row = rowOf(database, "type = 'JobCompleted'");
    dropRow(database, row);
    return { check: 'chain', what: 'gap', ...at(rowOf(database, 'seq = ?', row.seq + 1)) };
  },
  'the first event of the log': (database) => {
    dropRow(database, { seq: 1 });
    return { check: 'chain', what: 'gap', ...at(rowOf(database, 'seq = 2')) };
  },
  'the end of the log': (database) => {
    const end = rowsOf(database).slice(-3);
    for (const row of end) dropRow(database, row);
    return { check: 'witness', what: 'log_behind' };
  },
  'two rows of a stream that change places': (database) => {
    const row = accepted(database);
    const next = nextOf(database, row);
    swapRows(database, row, next);
    return { check: 'chain', what: 'out_of_order', ...at({ ...next, seq: row.seq }) };
  },
  'two contents of a stream that change places': (database) => {
    const row = accepted(database);
    const next = nextOf(database, row);
    for (const column of ['id', 'type', 'data', 'metadata'] as const) {
      setColumn(database, row, column, next[column]);
      setColumn(database, next, column, row[column]);
    }
    return { ...changed(row), type: next.type };
  },
  'an event that moves to another stream': (database) => {
    const row = rowOf(database, "type = 'JobCompleted'");
    const other = rowOf(database, "type = 'ProjectCreated'");
    setColumn(database, row, 'revision', 99);
    setColumn(database, row, 'stream', other.stream);
    return { check: 'chain', what: 'out_of_order', ...at({ ...row, stream: other.stream, revision: 99 }) };
  },
};

for (const [name, damage] of Object.entries(damages)) {
  test(`damage: ${name}`, async (t) => {
    const copy = copyOf(t, folder);
    const expected = tamperWith(copy, 'log', damage);
    const report = await auditFolder(copy);
    t.false(report.ok);
    t.like(report.findings[0], expected, JSON.stringify(report.findings, null, 1));
  });
}

test('an undamaged log has no finding', async (t) => {
  t.deepEqual(await auditFolder(copyOf(t, folder), { full: true }).then(({ ok, findings }) => ({ ok, findings })), {
    ok: true,
    findings: [],
  });
});

test('the hash of an audit is that of the very log: an operator may keep it elsewhere', async (t) => {
  const copy = copyOf(t, folder);
  const hashOf = async (): Promise<string | undefined> => (await auditFolder(copy)).totals?.hash;
  const hash = await hashOf();
  t.regex(hash ?? '', /^[0-9a-f]{64}$/);
  t.is(await hashOf(), hash);
  // All witnesses are gone, and every chain is what it would be.
  rmSync(join(copy, 'read.sqlite'));
  tamperWith(copy, 'log', (database) => dropRow(database, rowsOf(database).at(-1) as Row));
  t.true((await auditFolder(copy)).ok, 'nothing in the folder tells');
  t.not(await hashOf(), hash);
});

const kinds = ({ findings }: AuditReport): readonly string[] => findings.map(({ what }) => what);

test('two rows of different streams that change places break no chain, and the seal', async (t) => {
  const copy = copyOf(t, folder);
  tamperWith(copy, 'log', (database) => {
    const rows = rowsOf(database);
    const index = rows.findIndex((row, i) => i > 20 && row.stream !== rows[i + 1]?.stream);
    swapRows(database, rows[index] as Row, rows[index + 1] as Row);
  });
  t.true(kinds(await auditFolder(copy)).includes('resealed'));
});

test('a stream that was rewritten as a whole, chain and all, breaks the seal', async (t) => {
  const copy = copyOf(t, folder);
  const { stream } = tamperWith(copy, 'log', (database) => {
    const row = rowOf(database, "type = 'ProjectCreated'");
    setColumn(database, row, 'data', row.data.replace('Nightfall', 'Daybreak'));
    rechain(database, row.stream);
    return row;
  });
  const report = await auditFolder(copy);
  t.true(kinds(report).includes('resealed'));
  t.true(report.findings.some((finding) => finding.what === 'other_history' && finding.stream === stream));
});

test('every stream that is damaged is named once, by its first bad event', async (t) => {
  const copy = copyOf(t, folder);
  const rows = tamperWith(copy, 'log', (database) => {
    const jobs = rowsOf(database, "type = 'JobStarted'");
    for (const { stream } of jobs) {
      for (const row of rowsOf(database, 'stream = ? AND revision IN (1, 3)', stream)) {
        setColumn(database, row, 'data', `${row.data} `);
      }
    }
    return jobs;
  });
  const { findings } = await auditFolder(copy);
  const found = findings
    .filter(({ what }) => what === 'changed')
    .map(({ stream, revision }) => `${stream} ${revision}`);
  t.deepEqual(found.toSorted(), rows.map(({ stream }) => `${stream} 1`).toSorted());
});

/** Sabotage: audits that believe what they should check. */
const blind: Readonly<Record<string, readonly [keyof typeof damages, (deps: AuditDeps) => AuditDeps]>> = {
  'a check that believes the hashes that events claim': [
    'a bit of the data',
    (deps) => ({
      ...deps,
      codec: { ...deps.codec, verify: (_: string, stored: StoredEvent) => claimedHash(stored.metadata) },
    }),
  ],
  'a feed that cannot tell gaps': [
    'the last event of a stream in the middle of the log',
    ({ feed, ...deps }) => ({ ...deps, feed: { read: feed.read, head: feed.head } }),
  ],
};

for (const [name, [damage, doctored]] of Object.entries(blind)) {
  test(`sabotage: ${name}`, async (t) => {
    const copy = copyOf(t, folder);
    const expected = tamperWith(copy, 'log', damages[damage] as Damage);
    const { findings } = await auditFolder(copy, { doctored });
    t.false(findings.some(({ what, position }) => what === expected.what && position === expected.position));
  });
}
