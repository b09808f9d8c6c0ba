/**
 * Processes that are stopped by SIGSTOP while they hold an idempotency key or the lease of an attempt. Others take over
 * meanwhile and answer all callers. The holder is continued afterwards: it is fenced, and nothing is charged twice.
 */
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { JobCommand } from '../../commands/job/decider.ts';
import type { LedgerCommand } from '../../commands/ledger/decider.ts';
import type { ProjectCommand } from '../../commands/project/decider.ts';
import type { RequestCommand } from '../../commands/request.ts';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { createSystem } from '../../src/main/system.ts';
import { attackRounds } from '../support/attacks/attack-rounds.ts';
import { eventually } from '../support/kernel/eventually.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { type Client, createClient } from '../support/http/http-client.ts';
import { brokenAtRest } from '../support/service/promises-at-rest.ts';
import { ALL_SCOPES, givenService } from '../support/service/real-service.ts';
import { type ServiceProcess, startProcess } from '../support/process/service-process.ts';
import {
  creditsOf,
  finalJob,
  generate,
  generated,
  givenPlanned,
  jobIdIn,
  type Planned,
} from '../support/service/storyboard-calls.ts';
import { stopBetweenWrites } from '../support/process/stop-between-writes.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';

const CHILD = join(import.meta.dirname, '../support/process/standing-child.ts');
const env = { LEASE_MS: '300' };

/** The longest wait of a client for one answer, for any absence of the holder. */
const PATIENCE_MS = 10_000;
/** The longest way back, several times over. */
const GIVE_UP_MS = 60_000;

/** Sends the same request through one process or another; `key` is undefined for none. */
type Ask = (client: Client, planned: Planned, key?: string) => Promise<HttpAnswer>;

const storyboard: Ask = async (client, planned, key) => generate(client, planned, key === undefined ? {} : { key });

const image: Ask = async (client, _, key) =>
  client.post('image/generate', { prompt: 'a quay', seed: 7 }, key === undefined ? {} : { 'idempotency-key': key });

/** `call` of an engine, or a command. */
type Step = 'call' | (JobCommand | LedgerCommand | ProjectCommand | RequestCommand)['type'];

type Attack = { readonly ask: Ask; readonly step: Step };

const attacks: Readonly<Record<string, Attack>> = {
  'a key, before the storyboard is claimed': { ask: storyboard, step: 'ClaimGeneration' },
  'a key, before the credits are held': { ask: storyboard, step: 'HoldCredits' },
  'a key, before the job is queued': { ask: storyboard, step: 'QueueJob' },
  'a key, before its answer is stored': { ask: storyboard, step: 'AnswerRequest' },
  'a key of a picture, before the credits are held': { ask: image, step: 'HoldCredits' },
  'a key of a picture, before it is queued': { ask: image, step: 'QueueJob' },
  'a key of a picture, before its answer is stored': { ask: image, step: 'AnswerRequest' },
  'an attempt, within the call of its engine': { ask: storyboard, step: 'call' },
  'an attempt, before its picture is recorded': { ask: storyboard, step: 'RecordRender' },
  'an attempt without QA, within the call of its engine': { ask: image, step: 'call' },
  'an attempt without QA, before its picture is recorded': { ask: image, step: 'RecordRender' },
};

/** A holder that is stopped within a request, and another process that started after its stop. */
const givenStopped = async (t: ExecutionContext, { ask, step }: Attack, key?: string) => {
  const dataDir = join(tempFolder(t), 'data');
  const holder = await startProcess(t, { dataDir, env, script: CHILD, args: [step] });
  const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
  const clientAt = async (baseUrl: string, sub: string, patienceMs?: number): Promise<Client> =>
    createClient(baseUrl, await issuer.issueToken({ sub, scope: ALL_SCOPES }), undefined, patienceMs);
  const slow = await clientAt(holder.baseUrl, 'alice');
  const planned = await givenPlanned(slow, ['a quay', 'a boat']);
  const first = ask(slow, planned, key);
  await eventually('the holder stands still', () => holder.output().includes('standing still'), GIVE_UP_MS);
  await stopBetweenWrites(holder, dataDir);
  const other = await givenService(t, { dataDir, env });
  const alice = await clientAt(other.baseUrl, 'alice', PATIENCE_MS);
  const stranger = await clientAt(other.baseUrl, 'stranger', PATIENCE_MS);
  return { holder, other, alice, stranger, planned, first, again: async () => ask(alice, planned, key) };
};

const goOn = (holder: ServiceProcess): void => {
  holder.signal('SIGCONT');
  holder.signal('SIGUSR2');
};

/** Asks until the key is no longer the stopped process's. */
const untilAnswered = async (ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
  let answer = await ask();
  await eventually(
    'the key gives an answer',
    async () => {
      if (answer.status === 425) answer = await ask();
      return answer.status !== 425;
    },
    GIVE_UP_MS,
  );
  return answer;
};

/** The job that an answer tells of, or the picture. */
const toldIn = ({ body }: HttpAnswer): unknown =>
  (body['job'] as { readonly id: string } | undefined)?.id ?? (body['asset'] as { readonly id: string }).id;

test('anything that a stopped process holds is taken over, and it comes back too late', async (t) => {
  t.timeout(600_000);
  await attackRounds(t, attacks, async (attack, { name }) => {
    const { holder, other, alice, stranger, planned, first, again } = await givenStopped(t, attack, 'K');
    const answer = await untilAnswered(again);
    t.true(answer.status < 300, `${name}: ${answer.text}`);
    await generated(stranger, await givenPlanned(stranger, ['a mill']));
    if (answer.status === 202) await finalJob(alice, planned, jobIdIn(answer));
    const charged = 500 - (await creditsOf(alice)).total;
    t.is(charged, answer.status === 202 ? 2 : Number(answer.body['chargedCredits']), name);

    goOn(holder);
    const late = await first;
    // It is told of what was done under its key, or that it is to ask again.
    if (late.status < 300) t.is(toldIn(late), toldIn(answer), name);
    else t.like(late, { status: 503, body: { code: 'outcome_unknown' } }, name);
    t.is(toldIn(await again()), toldIn(answer), name);
    t.deepEqual(await brokenAtRest(other.core, { patienceMs: GIVE_UP_MS }), [], name);
    t.like(await creditsOf(alice), { total: 500 - charged, held: 0 }, name);
    t.is(await holder.stop(), 0, `${name}: it goes on as before`);
    await other.stop();
  });
});

test('sabotage: without a key the same request is paid for twice', async (t) => {
  const { holder, other, alice, first, again } = await givenStopped(t, { ask: image, step: 'call' });
  const { chargedCredits } = (await untilAnswered(again)).body;
  goOn(holder);
  t.is((await first).status, 200);
  await untilNothingIsOwed(other.core, GIVE_UP_MS);
  t.is(500 - (await creditsOf(alice)).total, 2 * Number(chargedCredits));
});
