/** A call died between its entry and its answer, and is sent again after more entries than a ledger remembers. */
import test from 'ava';
import { requestDecider, requestStream } from '../../../../commands/request.ts';
import { createGrantCredits } from '../../../../src/application/credits/grant-credits.ts';
import { createRefundEntry } from '../../../../src/application/credits/refund-entry.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { answered, bodyOf, storedBody } from '../../../support/application/answered.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { givenWorld, type Process } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { dyingAt } from '../../../support/log/watched-commands.ts';

type Scope = Parameters<typeof givenWorld>[0];
type Ground = Process['ground'];

const keyed = (input: unknown) => ({ key: 'k', bodyHash: sha256(JSON.stringify(input)) });

/** Answers under keys are never stored. */
const dyingIn = (ground: Ground): Ground => ({ ...ground, commands: dyingAt(ground.commands, 'AnswerRequest') });

const givenAnn = async (t: Scope) => {
  const { process, ann } = await givenWorld(t);
  const totalOf = async (): Promise<unknown> =>
    ((await bodyOf(process.application.creditSummary(ann, { atLeast: null })))['credits'] as { total: number }).total;
  /** The supervisor frees the key, and so many others are granted that the ledger has forgotten the entry. */
  const forget = async (operation: string): Promise<void> => {
    const stream = requestStream(ann.workspaceId, ann.userKey, operation, 'k');
    const release = { type: 'ReleaseRequest', n: 1, reason: 'abandoned' } as const;
    const context = { workspaceId: ann.workspaceId, actor: 'system:supervise', correlationId: 'c1' };
    await process.services.commands.handle(requestDecider, stream, release, context);
    const one = { pool: 'paid', amount: 1 } as const;
    for (let n = 0; n < limits.ledgerGrantIdsMax; n += 1) {
      await answered(process.application.grantCredits(ann, ann.workspaceId, one, null));
    }
  };
  return { process, ann, totalOf, forget };
};

test('a grant that is sent again after hundreds of others is still made once', async (t) => {
  const { process, ann, totalOf, forget } = await givenAnn(t);
  const input = { pool: 'paid', amount: 5, note: 'season one' } as const;
  const dying = createGrantCredits(dyingIn(process.ground));
  await t.throwsAsync(async () => dying(ann, ann.workspaceId, input, keyed(input)), { message: 'the process died' });
  await forget('credits_grant');
  const total = limits.trialCreditsLocal + 5 + limits.ledgerGrantIdsMax;
  const again = await storedBody(process.application.grantCredits(ann, ann.workspaceId, input, keyed(input)));
  t.like(again, { grant: { amount: 5, note: 'season one' }, credits: { total } });
  t.is(await totalOf(), total);
});

test('a refund that is sent again after hundreds of grants is still made once', async (t) => {
  const { process, ann, totalOf, forget } = await givenAnn(t);
  const jobId = await generate(process, await produce(process, ann, 1));
  let tries = 0;
  for (let step = 0; step < 3; step += 1) {
    await drawJob(process.services, jobId, () => ((tries += 1) === 1 ? 'fail' : 'pass'), 1);
  }
  const page = { limit: 1, cursor: null };
  const listed = await bodyOf(process.application.ledgerEntries(ann, { kind: 'debit' }, page, { atLeast: null }));
  const [debit] = listed['entries'] as readonly { readonly entryId: string }[];
  const input = { entryId: debit?.entryId ?? '', amount: 1, reason: 'a smudge' };
  const dying = createRefundEntry(dyingIn(process.ground));
  await t.throwsAsync(async () => dying(ann, input, keyed(input)), { message: 'the process died' });
  await forget('ledger_refund');
  const total = limits.trialCreditsLocal - 1 + limits.ledgerGrantIdsMax;
  const again = await storedBody(createRefundEntry(process.ground)(ann, input, keyed(input)));
  t.like(again, { refund: { amount: 1 }, credits: { total } });
  t.is(await totalOf(), total);
});
