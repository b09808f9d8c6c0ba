/**
 * An attacker with write access to the log, and to nothing else, changes history while the service is stopped. The next
 * start refuses it by a name, before anything is folded, shown or spent.
 */
import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../src/main/config.ts';
import { checkLog } from '../../src/main/watch-log.ts';
import { openStores } from '../../src/main/open-stores.ts';
import { createSystem } from '../../src/main/system.ts';
import { createEventCodec } from '../../src/schema/event-codec.ts';
import { attackRounds, type Round } from '../support/attacks/attack-rounds.ts';
import { auditFolder } from '../support/audit/audit-folder.ts';
import { insertEpoch, raiseGrant } from '../support/audit/forge.ts';
import { liveIn, makeLivedFolder } from '../support/audit/lived-folder.ts';
import { ofFile } from '../support/process/of-file.ts';
import { runTool } from '../support/process/run-tool.ts';
import { startRefusal } from '../support/process/start-refusal.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
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
} from '../support/audit/tamper.ts';
import { createSigner } from '../support/log/test-signer.ts';

const root = tempFolder(ofFile(test));
/** Lived in, and stopped in good order. */
const lived = join(root, 'lived');
/** The same a while ago. */
const older = join(root, 'older');
/** Where an operator has tried out, on a copy of the older one, how a restore goes. */
const rehearsal = join(root, 'rehearsal');
/** Restored and confirmed, and lived in since. */
const restored = join(root, 'restored');

const confirm = async (folder: string): Promise<void> => {
  const { status, stderr } = await runTool('start-epoch', folder, '--reason', 'a restore', '--confirm');
  if (status !== 0) throw new Error(stderr);
};

const putLog = (from: string, to: string): void => {
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(join(to, `log.sqlite${ending}`), { force: true });
    if (existsSync(join(from, `log.sqlite${ending}`)))
      copyFileSync(join(from, `log.sqlite${ending}`), join(to, `log.sqlite${ending}`));
  }
};

const liveOn = async (folder: string, name: string): Promise<void> => {
  const service = await liveIn(folder);
  await service.live(name);
  await service.settle();
  await service.stop();
};

test.before(async () => {
  await makeLivedFolder(older);
  cpSync(older, rehearsal, { recursive: true });
  cpSync(older, lived, { recursive: true });
  await liveOn(lived, 'carol');
  // A start seals what it finds.
  await (await liveIn(lived)).stop();
  cpSync(lived, restored, { recursive: true });
  putLog(older, restored);
  await confirm(restored);
  await liveOn(restored, 'dave');
  await (await liveIn(restored)).stop();
  await confirm(rehearsal);
});

const anyStream = (log: DatabaseSync, { random }: Round): Row => {
  const first = random.oneOf(rowsOf(log, "revision = 0 AND stream <> 'system-log'"));
  return random.oneOf(rowsOf(log, 'stream = ?', first.stream));
};

type Forgery = {
  /** In which folder; the one that was lived in unless stated. */
  readonly on?: string;
  readonly forge?: (log: DatabaseSync, round: Round) => void;
  /** Whose log is put in the place of this one. */
  readonly replay?: string;
  readonly found: string;
};

const own = createSigner();

const forgeries: Readonly<Record<string, Forgery>> = {
  'an epoch before everything, and a grant raised behind it': {
    forge: (log) => {
      insertEpoch(log, 1, own);
      raiseGrant(log);
    },
    found: 'epoch_unsigned',
  },
  'an epoch at the end of the log': {
    forge: (log) => insertEpoch(log, rowsOf(log).length + 1, own),
    found: 'epoch_unsigned',
  },
  'an epoch without a signature': {
    forge: (log) => {
      insertEpoch(log, 1, own);
      setColumn(log, { seq: 1 }, 'data', '{"epoch":1,"reason":"none"}');
      rechain(log, 'system-log');
    },
    found: 'epoch_unsigned',
  },
  'a grant raised, and its ledger chained anew': { forge: raiseGrant, found: 'resealed' },
  'any stream chained anew with another author': {
    forge: (log, round) => {
      const row = anyStream(log, round);
      const other = row.metadata.replace(/"actor":"[^"]*"/, '"actor":"user:mallory"');
      setColumn(log, row, 'metadata', other);
      rechain(log, row.stream);
    },
    found: 'resealed',
  },
  'two events of different streams past each other': {
    forge: (log, { random }) => {
      const rows = rowsOf(log);
      const places = rows.flatMap((row, i) =>
        rows[i + 1] !== undefined && row.stream !== rows[i + 1]?.stream ? i : [],
      );
      const at = random.oneOf(places.filter((i) => i > 0));
      swapRows(log, rows[at] as Row, rows[at + 1] as Row);
    },
    found: 'resealed',
  },
  'a stream removed, and no gap left': {
    forge: (log, round) => {
      const { stream } = anyStream(log, round);
      for (const row of rowsOf(log, 'stream = ?', stream)) dropRow(log, row);
      closeGaps(log);
    },
    found: 'log_behind',
  },
  'the end of the log cut off': {
    forge: (log, { random }) => {
      for (const row of rowsOf(log).slice(-random.between(1, 20))) dropRow(log, row);
    },
    found: 'log_behind',
  },
  'the end cut off, and the rest moved on to where it was': {
    forge: (log) => {
      const rows = rowsOf(log);
      const move = log.prepare('UPDATE events SET seq = ? WHERE seq = ?');
      dropRow(log, rows.at(-1) as Row);
      for (const { seq } of rows.slice(0, -1).toReversed()) move.run(seq + 1, seq);
    },
    found: 'gap',
  },
  'any event that is changed': {
    forge: (log, round) => {
      const row = anyStream(log, round);
      setColumn(log, row, 'data', flip(row.data, -3));
    },
    found: 'changed',
  },
  'an older copy of the log': { replay: older, found: 'log_behind' },
  'an older copy that an operator has confirmed elsewhere': { replay: rehearsal, found: 'epoch_unknown' },
  'after a restore: a grant of before it raised': { on: restored, forge: raiseGrant, found: 'resealed' },
  'after a restore: without the epoch that it began': {
    on: restored,
    forge: (log) => dropRow(log, rowOf(log, "stream = 'system-log'")),
    found: 'log_behind',
  },
  'after a restore: another reason for it': {
    on: restored,
    forge: (log) => {
      const row = rowOf(log, "stream = 'system-log'");
      setColumn(log, row, 'data', row.data.replace('a restore', 'a reason'));
      rechain(log, row.stream);
    },
    found: 'epoch_unsigned',
  },
  'after a restore: the log of before it': { on: restored, replay: lived, found: 'log_behind' },
};

const givenForged = (t: ExecutionContext, { on = lived, forge, replay }: Forgery, round: Round): string => {
  const attacked = copyOf(t, on);
  if (replay !== undefined) putLog(replay, attacked);
  if (forge !== undefined) tamperWith(attacked, 'log', (log) => forge(log, round));
  return attacked;
};

test('any change of the log alone is refused by name at the next start, and found by the audit', async (t) => {
  const tried = await attackRounds(t, forgeries, async (forgery, round) => {
    const attacked = givenForged(t, forgery, round);
    t.is(await startRefusal(attacked), forgery.found, round.name);
    const { findings } = await auditFolder(attacked);
    t.true(
      findings.some(({ what }) => what === forgery.found),
      `${round.name}: ${JSON.stringify(findings.slice(0, 5))}`,
    );
  });
  t.true(tried.length > 0);
});

test('an untouched log starts, and has no finding', async (t) => {
  for (const folder of [lived, restored, rehearsal]) {
    const copy = copyOf(t, folder);
    t.is(await startRefusal(copy), undefined);
    t.like(await auditFolder(copy, { full: true }), { ok: true, findings: [] });
  }
});

test('sabotage: a service that takes every signature for its own believes a forged epoch', async (t) => {
  const attacked = copyOf(t, lived);
  // Where nothing was ever seen the signature is all that vouches for an epoch.
  rmSync(join(attacked, 'read.sqlite'));
  tamperWith(attacked, 'log', (log) => insertEpoch(log, 1, own));
  t.is(await startRefusal(attacked), 'epoch_unsigned');
  const system = createSystem({ logLevel: 'silent' });
  const stores = await openStores(readConfig({ DATA_DIR: attacked }), system, () => undefined);
  const blind = { ...own, holds: () => true };
  await t.notThrowsAsync(checkLog({ stores, codec: createEventCodec(), signer: blind, system }));
  await stores.close();
});
