/**
 * An attacker with write access to the file of the log, and to nothing else, changes history while the service is
 * stopped. The next start finds it, and names what it found.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { isFault } from '../../src/kernel/faults.ts';
import { attackRounds } from '../support/attack-rounds.ts';
import { liveIn, makeLivedFolder } from '../support/lived-folder.ts';
import { copyOf, dropRow, rowsOf, tamperWith } from '../support/tamper.ts';

const folder = mkdtempSync(join(tmpdir(), 'pi-attacked-'));
test.before(async () => makeLivedFolder(folder));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

/** Why a start on a folder is refused; undefined when it is not. */
const startRefusal = async (dataDir: string): Promise<unknown> => {
  try {
    const lived = await liveIn(dataDir);
    await lived.stop();
    return undefined;
  } catch (error) {
    if (!isFault(error, 'corrupt')) throw error;
    return error.detail['reason'];
  }
};

type Forgery = { readonly forge: (log: DatabaseSync) => void; readonly found: string };

const forgeries: Readonly<Record<string, Forgery>> = {
  'the end of the log is cut off': {
    forge: (log) => {
      for (const row of rowsOf(log).slice(-5)) dropRow(log, row);
    },
    found: 'log_behind',
  },
};

test('whatever is done to the log alone, the next start refuses it by name', async (t) => {
  const tried = await attackRounds(t, forgeries, async ({ forge, found }, { name }) => {
    const attacked = copyOf(t, folder);
    tamperWith(attacked, 'log', forge);
    t.is(await startRefusal(attacked), found, name);
  });
  t.true(tried.length > 0);
});

test('the same folder starts when nothing was done to it', async (t) => {
  t.is(await startRefusal(copyOf(t, folder)), undefined);
});
