import test from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import type { Idempotency } from '../../../../src/application/calls/idempotency.ts';
import type { Body, StoredAnswer } from '../../../../src/application/calls/result.ts';
import { createGrantCredits } from '../../../../src/application/credits/grant-credits.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { decide, generate, produce } from '../../../support/application/production.ts';
import { createWorld, enterAs, givenWorld, type Process, type World } from '../../../support/application/world.ts';
import { superviseKeys } from '../../../support/application/supervise-key.ts';
import { dyingAt } from '../../../support/log/watched-commands.ts';
import { created } from '../../../support/application/workspace-steps.ts';

const DAY = 24 * 60 * 60 * 1_000;

type Credits = { readonly paid: number; readonly bonus: number; readonly total: number; readonly held: number };
type Entry = { readonly amounts: { readonly paid: number; readonly bonus: number; readonly held: number } };

const creditsOf = async ({ application }: Process, caller: Caller): Promise<Credits & { readonly available: number }> =>
  (await bodyOf(application.creditSummary(caller, FRESH)))['credits'] as never;

const entriesOf = async ({ application }: Process, caller: Caller): Promise<readonly Entry[]> => {
  const page = { limit: limits.ledgerPageSizeMax, cursor: null };
  return (await bodyOf(application.ledgerEntries(caller, {}, page, FRESH)))['entries'] as readonly Entry[];
};

const keyOf = (key: string, body: unknown): Idempotency => ({ key, bodyHash: sha256(JSON.stringify(body)) });

const grantsIn = async (world: World): Promise<number> =>
  (await world.events()).filter(({ type, data }) => type === 'CreditsGranted' && data.includes('"trial":false')).length;

const parsed = ({ body }: StoredAnswer): Body => JSON.parse(body) as Body;

for (const projector of [true, false]) {
  test(`entries add up to the summary at every step, projector ${projector ? 'running' : 'stopped'}`, async (t) => {
    const { process, application, services, ann } = await givenWorld(t, { projector });
    const check = async (step: string): Promise<void> => {
      const { paid, bonus, total, held, available } = await creditsOf(process, ann);
      const sum = { paid: 0, bonus: 0, held: 0 };
      for (const { amounts } of await entriesOf(process, ann)) {
        sum.paid += amounts.paid;
        sum.bonus += amounts.bonus;
        sum.held += amounts.held;
      }
      t.deepEqual(sum, { paid, bonus, held }, step);
      t.is(total, paid + bonus, step);
      t.is(available, total - held, step);
      t.true(
        [paid, bonus, held, available].every((amount) => Number.isInteger(amount) && amount >= 0),
        step,
      );
    };
    await check('trial');
    await answered(application.grantCredits(ann, ann.workspaceId, { pool: 'paid', amount: 10 }, null));
    await check('grant');
    const production = await produce(process, ann, 3);
    const jobId = await generate(process, production);
    await check('hold');
    for (let step = 0; step < 6; step += 1) {
      await drawJob(services, jobId, ({ index }) => (index === 0 ? 'fail' : 'pass'), 1);
      await check(`attempt ${step}`);
    }
    await answered(decide(process, production, 'accept', 0));
    await check('review');
    t.like(await creditsOf(process, ann), { total: limits.trialCreditsLocal + 10 - 5, held: 0 });
  });
}

test('the summary is tagged by its balances, wherever it was read', async (t) => {
  const { world, process: running, ann } = await givenWorld(t);
  const here = await answered(running.application.creditSummary(ann, FRESH));
  const there = await answered((await world.start({ projector: false })).application.creditSummary(ann, FRESH));
  t.is(here.etag, there.etag);
  await answered(running.application.grantCredits(ann, ann.workspaceId, { pool: 'paid', amount: 1 }, null));
  t.not((await answered(running.application.creditSummary(ann, FRESH))).etag, here.etag);
});

test('summaries of two workspaces have one address, and share no tag while their balances differ', async (t) => {
  const { process, ann } = await givenWorld(t);
  const bea = await enterAs(process, 'bea');
  const tagOf = async (caller: Caller) => (await answered(process.application.creditSummary(caller, FRESH))).etag;
  t.is(await tagOf(ann), await tagOf(bea), 'equal balances are the same copy');
  for (const [caller, amount] of [
    [ann, 10],
    [bea, 20],
  ] as const) {
    await answered(process.application.grantCredits(caller, caller.workspaceId, { pool: 'paid', amount }, null));
  }
  t.not(await tagOf(ann), await tagOf(bea), 'after as many entries');
});

test('a grant tells what it gave and what there is now', async (t) => {
  const { world, process, ann } = await givenWorld(t);
  const expiresAt = new Date(world.time.clock.now() + DAY).toISOString();
  const input = { pool: 'bonus', amount: 20, expiresAt, note: 'welcome' } as const;
  const answer = await answered(process.application.grantCredits(ann, ann.workspaceId, input, null));
  t.like(answer, { status: 200, replayed: false });
  const total = limits.trialCreditsLocal + 20;
  t.like(parsed(answer), {
    ok: true,
    grant: { workspaceId: ann.workspaceId, pool: 'bonus', amount: 20, expiresAt, note: 'welcome' },
    credits: { paid: 0, bonus: total, total, held: 0, available: total },
  });
});

test('an impossible grant is invalid, and takes no key', async (t) => {
  const { world, application, ann } = await givenWorld(t);
  const past = new Date(world.time.clock.now()).toISOString();
  const inputs = [
    { pool: 'paid', amount: 0 },
    { pool: 'paid', amount: 1.5 },
    { pool: 'paid', amount: limits.grantAmountMax + 1 },
    { pool: 'paid', amount: 1, expiresAt: past },
    { pool: 'paid', amount: 1, expiresAt: 'soon' },
    { pool: 'paid', amount: 1, note: 'x'.repeat(limits.grantNoteCharsMax + 1) },
    { pool: 'paid', amount: 1, note: '😀'.repeat(limits.grantNoteCharsMax + 1) },
  ] as const;
  for (const input of inputs) {
    const grant = application.grantCredits(ann, ann.workspaceId, input, keyOf('k', input));
    t.is(await refusalOf(grant), 'validation_failed', JSON.stringify(input));
  }
  t.false((await world.events()).some(({ type }) => type.startsWith('Request')));
  const most = { pool: 'paid', amount: limits.grantAmountMax, note: '😀'.repeat(limits.grantNoteCharsMax) } as const;
  await answered(application.grantCredits(ann, ann.workspaceId, most, keyOf('k', most)));
});

test('one date too many for a ledger is refused and frees the key', async (t) => {
  const { world, application, ann } = await givenWorld(t);
  const grant = async (day: number, key: string | null) => {
    const expiresAt = new Date(world.time.clock.now() + day * DAY).toISOString();
    const input = { pool: 'paid', amount: 1, expiresAt } as const;
    return application.grantCredits(ann, ann.workspaceId, input, key === null ? null : keyOf(key, input));
  };
  // The trial grant has a lot of its own.
  for (let day = 1; day < limits.ledgerLotsMax; day += 1) await answered(grant(day, null));
  t.is(await refusalOf(grant(1_000, 'k')), 'validation_failed');
  await answered(grant(1, 'k'));
});

test('a key grants once: at once, again, in another process, and after a restart', async (t) => {
  const world = await createWorld(t);
  const processes = [await world.start(), await world.start()];
  const [here] = processes as [Process];
  const ann = await enterAs(here, 'ann');
  const input = { pool: 'paid', amount: 5 } as const;
  const ask = async ({ application }: Process) =>
    application.grantCredits(ann, ann.workspaceId, input, keyOf('k', input));
  const outcomes = await Promise.all([...processes, ...processes].map(ask));
  for (const outcome of outcomes) {
    t.true(outcome.kind === 'ok' || outcome.code === 'request_in_progress');
  }
  const first = outcomes.find((outcome) => outcome.kind === 'ok' && !outcome.value.replayed);
  t.truthy(first);
  const again = await answered(ask(await world.start()));
  t.true(again.replayed);
  t.is(again.body, first?.kind === 'ok' ? first.value.body : '');
  t.is(await grantsIn(world), 1);
  const other = { pool: 'paid', amount: 6 } as const;
  const reused = here.application.grantCredits(ann, ann.workspaceId, other, keyOf('k', other));
  t.is(await refusalOf(reused), 'idempotency_key_reused');
});

test('a call that died between grant and answer: the same call again grants nothing more', async (t) => {
  const { world, services, ground, application, ann } = await givenWorld(t);
  const input = { pool: 'paid', amount: 5 } as const;
  const key = keyOf('k', input);
  const dying = createGrantCredits({ ...ground, commands: dyingAt(services.commands, 'AnswerRequest') });
  await t.throwsAsync(async () => dying(ann, ann.workspaceId, input, key), { message: 'the process died' });
  const ask = async () => application.grantCredits(ann, ann.workspaceId, input, key);
  t.is(await refusalOf(ask()), 'request_in_progress');
  await superviseKeys(world, services, ann.workspaceId);
  t.like(parsed(await answered(ask())), { grant: { amount: 5 }, credits: { paid: 5 } });
  t.is(await grantsIn(world), 1);
});

test('a grant to another workspace is seen there at once, and its position is told', async (t) => {
  const { process, application, ann } = await givenWorld(t, { projector: false });
  const id = await created(process, ann);
  const before = application.positionOf(ann.workspaceId);
  await answered(application.grantCredits(ann, id, { pool: 'paid', amount: 5 }, null));
  t.true(application.positionOf(ann.workspaceId) > before);
  t.like(await creditsOf(process, await enterAs(process, 'ann', id)), { total: 5 });
});
