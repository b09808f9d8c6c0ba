import test, { type ExecutionContext } from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { createRefundEntry, type RefundInput } from '../../../../src/application/credits/refund-entry.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { answered, bodyOf, refusalOf, storedBody } from '../../../support/application/answered.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { enterAs, givenWorld, type Process } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

const keyed = (key: string, input: RefundInput) => ({ key, bodyHash: sha256(JSON.stringify(input)) });

const entriesOf = async ({ application }: Process, caller: Caller, kind: 'debit' | 'refund') => {
  const page = { limit: limits.ledgerPageSizeMax, cursor: null };
  return (await bodyOf(application.ledgerEntries(caller, { kind }, page, { atLeast: null })))['entries'] as readonly {
    readonly entryId: string;
    readonly amounts: { readonly bonus: number; readonly held: number };
    readonly refundedEntryId?: string;
    readonly reason?: string;
  }[];
};

/** A frame whose two attempts were debited as one entry. */
const givenDebit = async (t: ExecutionContext) => {
  const { world, process, ann } = await givenWorld(t);
  const jobId = await generate(process, await produce(process, ann, 1));
  let tries = 0;
  for (let step = 0; step < 3; step += 1) {
    await drawJob(process.services, jobId, () => ((tries += 1) === 1 ? 'fail' : 'pass'), 1);
  }
  const [debit] = await entriesOf(process, ann, 'debit');
  t.is(debit?.amounts.bonus, -2);
  return { world, process, ann, entryId: debit?.entryId ?? '' };
};

test('a debit is refunded in parts, and never beyond its amount', async (t) => {
  const { process, ann, entryId } = await givenDebit(t);
  const refund = createRefundEntry(process.ground);
  const input = { entryId, amount: 1, reason: 'a smudge' };
  const first = await storedBody(refund(ann, input, null));
  t.like(first, { refund: { refundedEntryId: entryId, amount: 1 }, credits: { bonus: limits.trialCreditsLocal - 1 } });
  t.is(await refusalOf(refund(ann, { ...input, amount: 2 }, keyed('k', input))), 'validation_failed');
  // The key of the refused call is free.
  await answered(refund(ann, input, keyed('k', input)));
  t.is(await refusalOf(refund(ann, input, null)), 'validation_failed');
  const refunds = await entriesOf(process, ann, 'refund');
  t.is(refunds.length, 2);
  t.like(refunds[0], { amounts: { bonus: 1, held: 0 }, refundedEntryId: entryId, reason: 'a smudge' });
});

test('a key refunds once; an unknown entry and one of another ledger are no debits', async (t) => {
  const { process, ann, entryId } = await givenDebit(t);
  const refund = createRefundEntry(process.ground);
  const input = { entryId, amount: 1, reason: 'a smudge' };
  const one = await answered(refund(ann, input, keyed('k', input)));
  const other = await answered(refund(ann, input, keyed('k', input)));
  t.is(other.body, one.body);
  t.true(other.replayed);
  t.is((await entriesOf(process, ann, 'refund')).length, 1);
  const eve = await enterAs(process, 'eve');
  t.is(await refusalOf(refund(eve, input, null)), 'validation_failed');
  t.is(await refusalOf(refund(ann, { ...input, entryId: 'ent_unknown' }, null)), 'validation_failed');
});

test('refunds at once of as many debits are all made', async (t) => {
  const { process, ann } = await givenWorld(t);
  const frames = 2 * limits.refundTriesMax;
  const jobId = await generate(process, await produce(process, ann, frames));
  await drawJob(process.services, jobId, () => 'pass', frames);
  const debits = await entriesOf(process, ann, 'debit');
  t.is(debits.length, frames);
  const refund = createRefundEntry(process.ground);
  await Promise.all(
    debits.map(async ({ entryId }) => answered(refund(ann, { entryId, amount: 1, reason: 'all at once' }, null))),
  );
  t.is((await entriesOf(process, ann, 'refund')).length, frames);
});

type Log = Process['ground']['eventStore'];

/** The number of refunds of one credit that a debit of two gives: three at once, then another. */
const refundsOf = async (t: ExecutionContext, doctored: (log: Log) => Log): Promise<number> => {
  const { world, ann, entryId } = await givenDebit(t);
  const refund = async ({ ground }: Process) =>
    createRefundEntry({ ...ground, eventStore: doctored(ground.eventStore) })(
      ann,
      { entryId, amount: 1, reason: 'a smudge' },
      null,
    );
  const processes = await Promise.all([1, 2, 3].map(async () => world.start()));
  const outcomes = await Promise.all(processes.map(refund));
  outcomes.push(await refund(await world.start()));
  return outcomes.filter(({ kind }) => kind === 'ok').length;
};

test('refunds of several processes at once give back no more than the debit', async (t) => {
  t.is(await refundsOf(t, (log) => log), 2);
});

test('sabotage: evidence that leaves earlier refunds out gives back more', async (t) => {
  const blind = (log: Log): Log => ({
    ...log,
    readStream: async function* blind(stream, options) {
      for await (const event of log.readStream(stream, options)) {
        yield { ...event, data: event.data.replace(/"refundedEntryId":"[^"]*"/, '"refundedEntryId":"ent_other"') };
      }
    },
  });
  t.true((await refundsOf(t, blind)) > 2);
});
