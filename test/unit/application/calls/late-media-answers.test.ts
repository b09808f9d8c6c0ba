/** Calls whose process died before their answer was stored: the supervisor answers their keys (I1, I5). */
import test, { type ExecutionContext } from 'ava';
import { jobDecider } from '../../../../commands/job/decider.ts';
import type { Ground } from '../../../../src/application/application.ts';
import { nowText, systemContext } from '../../../../src/application/services/services.ts';
import { createGenerateMusic, createMakeMusic } from '../../../../src/application/work/music/music.ts';
import { createStartVideo } from '../../../../src/application/work/video/video.ts';
import { idOf } from '../../../../src/kernel/event.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Engine } from '../../../../src/ports/engine.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { hashOf } from '../../../support/jobs/builders.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { quickMusic, quickVideo } from '../../../support/engines/media-engines.ts';
import { superviseKey } from '../../../support/application/supervise-key.ts';
import { dyingAt } from '../../../support/log/watched-commands.ts';
import { Died } from '../../../support/log/mortal-commands.ts';

/** A process whose calls end before their answer is stored, and one that goes on. */
const givenDying = async (t: ExecutionContext) => {
  const world = await createWorld(t);
  const engines = [quickMusic(), quickVideo()] as readonly Engine[];
  const process = await world.start({ engines });
  const ann = await enterAs(process, 'ann');
  const commands = dyingAt(process.services.commands, 'AnswerRequest');
  const dying: Ground = { ...process.ground, commands };
  /** As the supervisor does. */
  const answerLate = async () => {
    const stream = (await world.events()).findLast(({ type }) => type === 'RequestClaimed')?.stream ?? '';
    return superviseKey(process.services, stream, ann.workspaceId);
  };
  const queuings = async () => (await world.events()).filter(({ type }) => type === 'JobQueued');
  const queued = async () => (await queuings()).length;
  return { process, ann, dying, answerLate, queued, queuings, time: world.time };
};

const key = { key: 'K', bodyHash: 'a'.repeat(64) };
const film = { title: 'Film', prompt: 'Ada wakes.', scene_count: 1 };

test('a call that does not wait is answered with the job that it has queued', async (t) => {
  const { process, ann, dying, answerLate, queued } = await givenDying(t);
  await t.throwsAsync(createStartVideo(dying)(ann, film, key), { instanceOf: Died });
  t.is(await answerLate(), 'done');
  const again = await answered(createStartVideo(process.ground)(ann, film, key));
  t.true(again.replayed);
  t.is(again.status, 202);
  t.like(JSON.parse(again.body), { accepted: true, job: { kind: 'video', operation: 'video_start' } });
  t.is(await queued(), 1);
});

test('a late answer tells the time at which the job was queued, as the call would have', async (t) => {
  const { process, ann, dying, answerLate, queuings, time } = await givenDying(t);
  await t.throwsAsync(createStartVideo(dying)(ann, film, key), { instanceOf: Died });
  time.jumpWall(60_000);
  await answerLate();
  const late = await answered(createStartVideo(process.ground)(ann, film, key));
  const inTime = await answered(createStartVideo(process.ground)(ann, film, { ...key, key: 'L' }));
  const createdAt = ({ body }: { readonly body: string }) =>
    (JSON.parse(body) as { job: { createdAt: string } }).job.createdAt;
  const times = (await queuings()).map(({ metadata }) => (JSON.parse(metadata) as { at: string }).at);
  t.deepEqual([createdAt(late), createdAt(inTime)], times);
  t.not(times[0], times[1]);
});

test('music/generate is answered like a film', async (t) => {
  const { process, ann, dying, answerLate, queued } = await givenDying(t);
  await t.throwsAsync(createGenerateMusic(dying)(ann, { prompt: 'rain' }, key), { instanceOf: Died });
  t.is(await answerLate(), 'done');
  const again = await answered(createGenerateMusic(process.ground)(ann, { prompt: 'rain' }, key));
  t.deepEqual([again.replayed, again.status], [true, 202]);
  t.is(await queued(), 1);
});

test('a sound that could not be made is a failure, which its key gives again', async (t) => {
  const { process, ann, dying, answerLate, queued, queuings } = await givenDying(t);
  const sleep = async () => drawJob(process.services, idOf((await queuings())[0]?.stream ?? ''), () => 'refused');
  const timers = { ...dying.timers, sleep };
  const ask = async (ground: Ground) => createMakeMusic({ ...ground, timers })(ann, { prompt: 'rain' }, key);
  await t.throwsAsync(ask(dying), { instanceOf: Died });
  t.is(await answerLate(), 'done');
  const [again, third] = [await answered(ask(process.ground)), await answered(ask(process.ground))];
  t.deepEqual([again.status, again.replayed, third.body], [502, true, again.body]);
  const body = JSON.parse(again.body) as { readonly requestId: string };
  t.like(body, { ok: false, code: 'render_failed', details: { code: 'rejected' } });
  t.regex(body.requestId, /^rid_[0-9a-z]{26}$/);
  t.is(await queued(), 1);
});

test('a call that waits for its sound is not answered before the sound is there', async (t) => {
  const { process, ann, dying, answerLate, queued } = await givenDying(t);
  const timers = { ...dying.timers, sleep: async () => Promise.reject(new Fault('cancelled', 'it dies')) };
  await t.throwsAsync(createMakeMusic({ ...dying, timers })(ann, { prompt: 'rain' }, key), { code: 'cancelled' });
  t.notDeepEqual(await answerLate(), 'done');
  t.is(await refusalOf(createMakeMusic(process.ground)(ann, { prompt: 'rain' }, key)), 'request_in_progress');
  t.is(await queued(), 1);
});

test('a late answer gives up no attempt that its engine may have made meanwhile', async (t) => {
  const { process, ann, dying, answerLate, queuings, time } = await givenDying(t);
  const timers = { ...dying.timers, sleep: async () => Promise.reject(new Fault('cancelled', 'it dies')) };
  await t.throwsAsync(createMakeMusic({ ...dying, timers })(ann, { prompt: 'rain' }, key), { code: 'cancelled' });
  const { commands, clock } = process.services;
  const stream = (await queuings())[0]?.stream ?? '';
  const task = async () => (await commands.read(jobDecider, stream)).state.tasks[0];
  const attemptKey = (await task())?.attemptKey ?? '';
  const context = systemContext(ann.workspaceId, 'dispatch', 'c1');
  const claim = { attemptKey, holder: 'test', promptHash: hashOf('prompt'), lapsedEpoch: 0 };
  await commands.handle(jobDecider, stream, { type: 'ClaimAttempt', ...claim }, context);
  const submission = { attemptKey, epoch: 1, ref: 'music-1', pollAfterMs: 1_000, now: nowText(clock) };
  await commands.handle(jobDecider, stream, { type: 'RecordSubmission', ...submission }, context);
  time.jumpWall(limits.submittedMaxMs);
  t.notDeepEqual(await answerLate(), 'done');
  t.is((await task())?.status, 'submitted');
});
