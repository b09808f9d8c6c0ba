/** The last line of a service that must stop says what failed, and the remedy. */
import test from 'ava';
import { BrokenInvariant } from '../../../src/kernel/faults.ts';
import { stopReason } from '../../../src/main/stop-reason.ts';
import { sqliteError } from '../adapters/sqlite/open.ts';

test('a failed commit is told with its disk and the remedy, and a bug in its own words', (t) => {
  const said =
    'a commit of the log failed (sqlite error 1034, 1034): look at the disk of DATA_DIR, then start the service again';
  t.is(stopReason(sqliteError(1034)), said);
  t.is(stopReason(new BrokenInvariant('it cannot be')), 'it cannot be');
  t.is(stopReason('nothing'), 'nothing');
});
