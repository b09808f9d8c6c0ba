/** A hundred generate calls at once, each over its own connection (I11, I12). */
import { createHash } from 'node:crypto';
import test from 'ava';
import { type ProjectCommand, projectDecider } from '../../commands/project/decider.ts';
import type { ProjectState } from '../../commands/project/state.ts';
import type { CommandHandler, StreamState } from '../../src/application/log/command-handler.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { brokenAtRest } from '../support/service/promises-at-rest.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import {
  creditsOf,
  finalJob,
  generate,
  givenPlanned,
  jobIdIn,
  type Planned,
} from '../support/service/storyboard-calls.ts';
import { wholeLog } from '../support/log/whole-log.ts';

const HUNDRED = 100;
const FRAMES = 32;

const prompts = Array.from({ length: FRAMES }, (_, frame) => `frame ${frame} of a long night`);

/** How many answers there were of each kind, such as `409 storyboard_job_active`. */
const tally = (answers: readonly HttpAnswer[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = typeof body['code'] === 'string' ? `${status} ${body['code']}` : String(status);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

const hundred = async (ask: (n: number) => Promise<HttpAnswer>): Promise<readonly HttpAnswer[]> =>
  Promise.all(Array.from({ length: HUNDRED }, async (_, n) => ask(n)));

/** As many different selections as wanted: the bits of `n + 1` say which of the first frames are in it. */
const selectionOf = ({ requirementIds }: Planned, n: number): readonly string[] =>
  requirementIds.filter((_, index) => (((n + 1) >> index) & 1) === 1);

const differentSelections = async (client: Client, planned: Planned): Promise<readonly HttpAnswer[]> =>
  hundred(async (n) => generate(client, planned, { key: `key-${n}`, requirementIds: selectionOf(planned, n) }));

test('different keys and selections: one job, and the storyboard is taken for all others', async (t) => {
  // No picture comes until all callers are answered: a late one meets an active job, not one that is over.
  const gate = Promise.withResolvers<void>();
  const makers = quickMakers(quickEngine({ onCall: async () => gate.promise }));
  const { client, core } = await givenClient(t, { makers });
  const planned = await givenPlanned(client, prompts);
  const before = await creditsOf(client);
  const answers = await differentSelections(client, planned);
  gate.resolve();
  t.deepEqual(tally(answers), { '202': 1, '409 storyboard_job_active': HUNDRED - 1 });
  for (const { status, body } of answers) {
    if (status === 409) t.like(body, { noCreditsSpent: true, no_credits_spent: true });
  }
  const [winner] = answers.filter(({ status }) => status === 202);
  const jobId = jobIdIn(winner as HttpAnswer);
  const { job, requirements } = await finalJob(client, planned, jobId);
  t.is(job.status, 'completed');
  t.is(job.chargedCredits, requirements.length);
  t.is((await creditsOf(client)).total, before.total - job.chargedCredits);
  t.deepEqual(await brokenAtRest(core, { told: [jobId] }), []);
});

test('the same manifest and selection under different keys: all are told of the same job', async (t) => {
  const { client, core } = await givenClient(t);
  const planned = await givenPlanned(client, prompts);
  const forwards = planned.requirementIds.slice(0, 5);
  const backwards = forwards.toReversed();
  const answers = await hundred(async (n) =>
    generate(client, planned, { key: `key-${n}`, requirementIds: n % 2 === 0 ? forwards : backwards }),
  );
  t.deepEqual(tally(answers), { '202': HUNDRED });
  const ids = new Set(answers.map(jobIdIn));
  t.is(ids.size, 1);
  const charged = answers.filter(({ body }) => (body['job'] as { alreadyCharged: boolean }).alreadyCharged);
  t.is(charged.length, HUNDRED - 1, 'one of them held the credits');
  const [jobId = ''] = ids;
  t.is((await finalJob(client, planned, jobId)).job.chargedCredits, forwards.length);
  t.deepEqual(await brokenAtRest(core, { told: [jobId] }), []);
});

test('one key: one is answered, the others get the same bytes or are told to wait', async (t) => {
  const { client, core } = await givenClient(t);
  const planned = await givenPlanned(client, prompts);
  const answers = await hundred(async () => generate(client, planned, { key: 'the-key' }));
  const taken = answers.filter(({ status }) => status === 202);
  const waiting = answers.filter(({ status }) => status === 425);
  t.is(taken.length + waiting.length, HUNDRED, JSON.stringify(tally(answers)));
  for (const { body, headers } of waiting) {
    t.like(body, { code: 'request_in_progress', noCreditsSpent: undefined, no_credits_spent: undefined });
    t.truthy(headers['retry-after']);
  }
  const first = taken.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
  t.is(first.length, 1, 'one of them is no replay');
  const digests = new Set(taken.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')));
  t.is(digests.size, 1);
  const jobId = jobIdIn(first[0] as HttpAnswer);
  await finalJob(client, planned, jobId);
  const later = await generate(client, planned, { key: 'the-key' });
  t.is(later.headers['idempotent-replayed'], 'true');
  t.deepEqual(later.bytes, first[0]?.bytes);
  t.deepEqual(await brokenAtRest(core, { told: [jobId] }), []);
});

test('content is the identity: no other workspace or user gets to a job by equal content', async (t) => {
  const { client: clientOf } = await givenService(t);
  const [alice, bob] = [await clientOf('alice'), await clientOf('bob')];
  const [hers, his] = [await givenPlanned(alice, ['a door']), await givenPlanned(bob, ['a door'])];
  t.not(hers.manifestHash, his.manifestHash);
  const jobId = jobIdIn(await generate(alice, hers));
  t.not(jobIdIn(await generate(bob, his)), jobId);
  t.is((await generate(bob, hers)).status, 403);
  t.is((await generate(bob, { ...his, manifestHash: hers.manifestHash })).status, 409);
  t.is((await bob.get(`${hers.film}/jobs/${jobId}`)).status, 403);
  t.is((await bob.get(`${his.film}/jobs/${jobId}`)).status, 403);
});

/** The state of a project before any claim. */
const blindness = { open: null, generated: null, generations: 0 } as const;

/** Checks on a project as it was before any claim, and appends at any revision. */
const blindToClaims = (commands: CommandHandler): CommandHandler => {
  const blind = {
    ...projectDecider,
    decide: (command: ProjectCommand, state: ProjectState, revision: ExpectedRevision) =>
      command.type === 'ClaimGeneration'
        ? projectDecider.decide({ ...command, checkedAt: revision }, { ...state, ...blindness }, revision)
        : projectDecider.decide(command, state, revision),
  };
  const inPlaceOf = <D>(decider: D): D => ((decider as unknown) === projectDecider ? (blind as unknown as D) : decider);
  const blinded = <S>(decider: unknown, found: StreamState<S>): StreamState<S> =>
    decider === projectDecider ? { ...found, state: { ...found.state, ...blindness } } : found;
  return {
    ...commands,
    handle: async (decider, ...rest) => commands.handle(inPlaceOf(decider), ...rest),
    read: async (decider, stream) => blinded(decider, await commands.read(inPlaceOf(decider), stream)),
    readSince: async (decider, ...rest) => blinded(decider, await commands.readSince(inPlaceOf(decider), ...rest)),
    begin: (decider, stream) => commands.begin(inPlaceOf(decider), stream),
  };
};

test('a service that checks, then appends at any revision, is found out', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { client, core } = await givenClient(t, {
    makers: quickMakers(quickEngine({ onCall: async () => gate.promise })),
    doctor: withCommands(blindToClaims),
  });
  const planned = await givenPlanned(client, prompts.slice(0, 8));
  const answers = await differentSelections(client, planned);
  gate.resolve();
  t.true((tally(answers)['202'] ?? 0) > 1, JSON.stringify(tally(answers)));
  const findings = brokenPromises({ events: await wholeLog(core), calls: [], told: [] });
  t.true(findings.some((finding) => finding.includes('was open')));
});
