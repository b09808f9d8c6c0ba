/** The sample of an analyst, fed with the ledger topic of a lived service, agrees with the service. */
import test from 'ava';
import { type Balances, createBalances, type LedgerRecord } from '../../infra/analytics/balances.ts';
import { tableOf } from '../../infra/analytics/rebuild-balances.ts';
import { creditsGranted } from '../../events/ledger.ts';
import { categoryTopic } from '../../src/kernel/topics.ts';
import { createEventCodec, GENESIS } from '../../src/schema/event-codec.ts';
import { answered, bodyOf } from '../support/application/answered.ts';
import { at } from '../support/jobs/builders.ts';
import { liveIn } from '../support/audit/lived-folder.ts';
import { allEvents } from '../support/log/memory-log.ts';
import { recordsOf } from '../support/messaging/recorded-traffic.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { principalOf } from '../support/application/world.ts';

const rebuilt = (records: readonly LedgerRecord[]): Balances => {
  const balances = createBalances();
  for (const record of records) balances.take(record);
  return balances;
};

type Credits = { readonly paid: number; readonly bonus: number; readonly held: number };

test('all balances, rebuilt from the ledger topic, are those of the service', async (t) => {
  const lived = await liveIn(tempFolder(t));
  for (const name of ['alice', 'bob']) await lived.live(name);
  await lived.settle();
  const records = recordsOf(await allEvents(lived.core.stores)).filter(
    ({ topic }) => topic === categoryTopic('ledger'),
  );

  const balances = rebuilt(records);
  t.is(balances.taken, records.length);
  t.is(balances.dropped, 0);
  for (const name of ['alice', 'bob']) {
    const to = { workspaceId: null, access: 'read' as const, correlationId: 'c1' };
    const caller = await answered(lived.application.enter(principalOf(name), to));
    const { credits } = await bodyOf(lived.application.creditSummary(caller, { atLeast: null }));
    const { paid, bonus, held } = credits as Credits;
    const found = balances.all().find(({ workspaceId }) => workspaceId === caller.workspaceId);
    t.like(found, { paid, bonus, held });
    t.true(paid > 0 && (found?.counts['LedgerDebited'] ?? 0) > 0 && (found?.counts['LedgerRefunded'] ?? 0) > 0);
    t.regex(tableOf(balances), new RegExp(`${caller.workspaceId} +${paid} +${bonus} +${held} `));
  }
  await lived.stop();

  const again = rebuilt([...records, ...records.slice(3), ...records]);
  t.deepEqual(again.all(), balances.all(), 'what comes again is dropped');
  t.is(again.dropped, 2 * records.length - 3);

  // Sabotage: a record that is missing, and one that was changed.
  const index = records.findIndex(({ headers }) => headers['ce_type'] === 'pi.ledger.LedgerDebited');
  t.throws(() => rebuilt(records.toSpliced(index, 1)), { message: /after/ });
  const [debit] = records.slice(index, index + 1);
  if (debit === undefined) throw new Error('there is a debit');
  t.throws(() => rebuilt(records.with(index, { ...debit, value: `${debit.value} ` })), { message: /broken chain/ });
});

test('sabotage: an entry that says more than it moves is found, however well it is chained', (t) => {
  const stream = 'ledger-ws_1';
  const entry = { entryId: 'ent_1', lot: 'paid:never', amount: 10, note: '', trial: false };
  const event = creditsGranted({ ...entry, balances: { paid: 11, bonus: 0, held: 0 } });
  const metadata = { workspaceId: 'ws_1', actor: 'tool:test', correlationId: 'c1', at: at() };
  const place = { stream, revision: 0, id: 'e1', metadata, previousHash: GENESIS };
  const { encoded } = createEventCodec().encode(event, place);
  const records = recordsOf([{ ...encoded, stream, revision: 0, position: '1' }]);
  t.throws(() => rebuilt(records), { message: /paid 10, not 11/ });
  t.throws(() => rebuilt(records.map((record) => ({ ...record, headers: { ...record.headers, ce_type: 'pi.x.Y' } }))));
});
