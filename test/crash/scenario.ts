/**
 * The client of the crash scenario: 4 frames, two of them hopeless; a generate, a review that sends one of these to
 * repair, the repair; a later plan without the other one, which takes over by the review that accepts the repaired one,
 * a certificate; a film of two scenes, the first of which it looks at; a song that it polls, and a song and a speech
 * that it waits for. Run again after a crash it sends the same requests with the same keys, as a client would. It
 * records the answers.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../src/application/calls/caller.ts';
import type { Result, StoredAnswer } from '../../src/application/calls/result.ts';
import type { createGenerateMusic, createMakeMusic } from '../../src/application/work/music/music.ts';
import type { createSpeak } from '../../src/application/work/speech/speech.ts';
import type { createStartVideo } from '../../src/application/work/video/video.ts';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import type { Timers } from '../../src/ports/basics.ts';
import { mark } from './mark.ts';
import { answered, bodyOf, FRESH } from '../support/application/answered.ts';
import { asked, plan, type Production } from '../support/application/production.ts';
import type { UseCases } from '../support/application/use-cases.ts';

/** An answer to the client, as a line of JSON: it must hold for ever. */
export type Told =
  | { readonly what: 'generate' | 'repair' | 'film' | 'song'; readonly jobId: string }
  | { readonly what: 'tune' | 'speech'; readonly assetId: string };

const FRAMES = [{ prompt: 'a quay at dawn' }, { prompt: 'a storm, FAILS ONCE' }, { prompt: 'a ship, HOPELESS' }];
const LEFT_OUT = { prompt: 'a wreck, HOPELESS' };

export const STORYBOARD = { frames: [...FRAMES, LEFT_OUT], continuityMode: 'independent' } as const;

/** The use cases of films and sound, too. */
export type Played = UseCases & {
  readonly generateMusic: ReturnType<typeof createGenerateMusic>;
  readonly makeMusic: ReturnType<typeof createMakeMusic>;
  readonly speak: ReturnType<typeof createSpeak>;
  readonly startVideo: ReturnType<typeof createStartVideo>;
};

/** The plan of all runs. */
export const readPrepared = (folder: string): Production =>
  JSON.parse(readFileSync(join(folder, 'prepared.json'), 'utf8')) as Production;

type Client<A = Played> = { readonly application: A; readonly timers: Timers; readonly toldFile: string };

/** Everything to the certificate. Every call may already have been made by a client that died. */
export const play = async (client: Client, prepared: Production): Promise<void> => {
  const { application } = client;
  const { caller, projectId, planId } = prepared;
  const first = await paid(client, 'generate', async () => application.generate(...asked(prepared), key('g')));
  const film = await paid(client, 'film', async () => application.startVideo(caller, FILM, key('f')));
  await makeSounds(client, caller);
  await untilFinal(client, prepared, first);
  if (!(await isRepaired(client, prepared))) {
    const refusal = await decide(client, prepared, [
      { frameIndex: 0, decision: 'accept', note: 'good' },
      { frameIndex: 1, decision: 'accept', note: 'good' },
      { frameIndex: 2, decision: 'repair', note: 'sinks', repairPromptAdditions: ['MENDED'] },
    ]);
    if (refusal !== undefined) throw new Error(`review was refused: ${refusal}`);
  }
  const second = await paid(client, 'repair', async () => application.repair(caller, projectId, planId, key('r')));
  await untilFinal(client, prepared, second);
  await takeOver(client, prepared);
  await lookAtScenes(client, caller, film);
};

/**
 * The first decision on a plan that generates nothing closes the plan before. It frees the part of its other frame. A
 * supervisor that carries on the takeover of a dead client moves the plan before, too: this client plans again then.
 */
const takeOver = async (client: Client, { caller, projectId }: Production): Promise<void> => {
  const { application } = client;
  await answered(application.reviseStoryboard(caller, projectId, { ...STORYBOARD, frames: FRAMES }, null));
  let later = await plan(client, caller, projectId);
  await until(client, async () => {
    const refusal = await decide(client, later, [{ frameIndex: 2, decision: 'accept', note: 'swims' }]);
    if (refusal === 'plan_superseded') later = await plan(client, caller, projectId);
    else if (refusal !== undefined) throw new Error(`review was refused: ${refusal}`);
    return refusal === undefined;
  });
  await until(client, async () => {
    const sequence = await bodyOf(application.photoSequence(caller, projectId, later.planId, FRESH));
    return sequence['lifecycle'] === 'certified';
  });
};

const FILM = {
  title: 'The crossing',
  prompt: 'A ship leaves at dawn. A storm comes up.',
  scene_count: 2,
  include_voiceover: true,
  include_music: true,
  operator_mode: 'supervised',
} as const;

const SONG = { prompt: 'a shanty', duration: 2, instrumental: true };
export const TUNE = { prompt: 'a bell', duration: 1 };
const SPEECH = { text: 'A ship leaves at dawn' };

/** One that is polled beside two that are waited for. Each of the three calls is sent once more when it is made. */
const makeSounds = async (client: Client, caller: Caller): Promise<void> => {
  const { application } = client;
  const song = async () => paid(client, 'song', async () => application.generateMusic(caller, SONG, key('s')));
  const tune = async () => heard(client, 'tune', async () => application.makeMusic(caller, TUNE, key('t')));
  const speech = async () => heard(client, 'speech', async () => application.speak(caller, SPEECH, key('v')));
  const [jobId] = await Promise.all([song(), tune(), speech()]);
  await until(client, async () => {
    const { body } = await bodyOf(application.anyJob(caller, jobId, undefined, FRESH));
    return (body['job'] as { status: string }).status === 'completed';
  });
  await Promise.all([song(), tune(), speech()]);
};

/** Continues at each checkpoint, until the film is made. A decision that a dead client made is not waited for. */
const lookAtScenes = async (client: Client, caller: Caller, jobId: string): Promise<void> =>
  until(client, async () => {
    const { body } = await bodyOf(client.application.anyJob(caller, jobId, undefined, FRESH));
    const { status, awaitingCheckpoint } = body['job'] as { status: string; awaitingCheckpoint?: unknown };
    if (awaitingCheckpoint !== undefined) {
      const decided = await client.application.decideCheckpoint(caller, jobId, { decision: 'continue' });
      if (decided.kind === 'refused' && decided.code !== 'checkpoint_not_waiting') throw new Error(decided.code);
    }
    return status === 'completed';
  });

export const key = (text: string) => ({ key: text, bodyHash: sha256(text) });

type Call = () => Promise<Result<StoredAnswer>>;

/** The body of the answer to a paid call, which is sent again under its key until it has one. */
const answerTo = async <T>(client: Client<unknown>, what: Told['what'], call: Call): Promise<T> => {
  let body: string | undefined;
  await until(client, async () => {
    const answer = await call();
    if (answer.kind === 'refused') {
      if (PASSING.has(answer.code)) return false;
      throw new Error(`${what} was refused: ${answer.code} ${answer.message ?? ''}`);
    }
    ({ body } = answer.value);
    return true;
  });
  if (body === undefined) throw new Error(`${what} was never answered`);
  return JSON.parse(body) as T;
};

const note = ({ toldFile }: Client<unknown>, told: Told): void => {
  appendFileSync(toldFile, `${JSON.stringify(told)}\n`);
  mark('told');
};

/** A call that is answered with a job. */
export const paid = async (
  client: Client<unknown>,
  what: 'generate' | 'repair' | 'film' | 'song',
  call: Call,
): Promise<string> => {
  const { job } = await answerTo<{ job: { id: string } }>(client, what, call);
  note(client, { what, jobId: job.id });
  return job.id;
};

/** A call that is answered with a sound. */
const heard = async (client: Client, what: 'tune' | 'speech', call: Call): Promise<void> => {
  const { asset } = await answerTo<{ asset: { id: string } }>(client, what, call);
  note(client, { what, assetId: asset.id });
};

/** A key that a dead client holds is freed in a while; a claim that it left is carried on. */
const PASSING = new Set(['request_in_progress', 'outcome_unknown', 'storyboard_job_active', 'service_unavailable']);

/** A client that died may have had its repair planned: to send that frame to repair once more would be another wish. */
const isRepaired = async ({ application }: Client, { caller, projectId, planId }: Production): Promise<boolean> => {
  const sequence = await bodyOf(application.photoSequence(caller, projectId, planId, FRESH));
  return (sequence['plan'] as { repairPlanIds: readonly string[] }).repairPlanIds.length > 0;
};

/** The code of a refusal. Decisions that a dead client made already count once. */
const decide = async (
  client: Client,
  { caller, projectId, planId }: Production,
  decisions: Parameters<UseCases['review']>[3],
): Promise<string | undefined> => {
  const answer = await client.application.review(caller, projectId, planId, decisions);
  // A repair that was planned before the crash has moved the frame on. A certified plan is past all decisions.
  return answer.kind === 'refused' && !MOVED_ON.has(answer.code) ? answer.code : undefined;
};

const MOVED_ON = new Set(['qa_report_missing', 'plan_certified']);

export const untilFinal = async (
  client: Client<UseCases>,
  { caller, projectId }: Production,
  jobId: string,
): Promise<void> =>
  until(client, async () => {
    const job = await client.application.job(caller, projectId, jobId, FRESH);
    if (job.kind === 'refused') throw new Error(`a job that was answered with 202 is gone: ${job.code}`);
    return job.value.value.final;
  });

/** Looks until it holds; a scenario that hangs is ended by its harness. */
const until = async ({ timers }: Client<unknown>, holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await timers.sleep(LOOK_EVERY_MS);
};

const LOOK_EVERY_MS = 20;
