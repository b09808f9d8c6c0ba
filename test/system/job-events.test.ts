/** The states of a job as server-sent events, on the real service: a snapshot, what follows, and an end. */
import { get } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { assert } from '../../src/kernel/faults.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { createHeldMakers, HELD } from '../support/engines/held-makers.ts';
import { givenService, type RealServiceOptions } from '../support/service/real-service.ts';
import { givenGenerated, givenStarted, type JobPoll, pollJob } from '../support/service/storyboard-calls.ts';

type Message = { readonly id: string; readonly event: string; readonly data: unknown };

type EventSource = {
  readonly status: number;
  readonly contentType: string;
  /** Those that have come so far. */
  readonly messages: readonly Message[];
  readonly ended: Promise<void>;
  readonly leave: () => void;
};

/** A stream as its client reads it, until it ends. */
const openEvents = async (url: URL, token: string, lastEventId?: string): Promise<EventSource> => {
  const { promise, resolve, reject } = Promise.withResolvers<EventSource>();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const request = get(url, { headers, agent: false }, (response) => {
    const messages: Message[] = [];
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      messages.push(...blocks.flatMap(messageIn));
    });
    const ended = new Promise<void>((end) => response.on('close', end));
    response.on('error', () => undefined);
    const contentType = String(response.headers['content-type']);
    resolve({ status: response.statusCode ?? 0, contentType, messages, ended, leave: () => request.destroy() });
  });
  request.on('error', reject);
  return promise;
};

/** None in a block of comments or settings. */
const messageIn = (block: string): readonly Message[] => {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const data = fields.get('data');
  if (data === undefined) return [];
  return [{ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) as unknown }];
};

const givenRunningJob = async (t: ExecutionContext, options: RealServiceOptions = {}) => {
  const held = createHeldMakers();
  t.teardown(() => held.letGo());
  const { client: clientOf, token: tokenOf, baseUrl } = await givenService(t, { makers: held.makers, ...options });
  const [client, token] = [await clientOf(), await tokenOf()];
  const { planned, jobId } = await givenStarted(client, ['one', `${HELD} two`, 'three']);
  const url = new URL(`/api/v1/${planned.film}/jobs/${jobId}/events`, baseUrl);
  const open = async (lastEventId?: string): Promise<EventSource> => openEvents(url, token, lastEventId);
  return { client, planned, jobId, open, held, bob: await tokenOf('bob'), url };
};

const pollIn = (message: Message | undefined): JobPoll => {
  assert(message !== undefined, 'the stream told something');
  return message.data as JobPoll;
};

const stateOf = (message: Message | undefined): JobPoll['job'] => pollIn(message).job;

type Frames = ReadonlyMap<string, JobPoll['requirements'][number]>;

/** A client's knowledge after these messages: the last state of each frame. Keeps the needless parts of messages. */
const merge = (messages: readonly Message[]): { readonly frames: Frames; readonly idle: readonly string[] } => {
  const frames = new Map<string, JobPoll['requirements'][number]>();
  const idle: string[] = [];
  for (const { data } of messages) {
    for (const frame of (data as JobPoll).requirements) {
      const { requirementId } = frame;
      if (isDeepStrictEqual(frames.get(requirementId), frame)) idle.push(requirementId);
      frames.set(requirementId, frame);
    }
  }
  return { frames, idle };
};

test('the first message is the whole job; the later ones tell the changes, and add up to the same', async (t) => {
  const { client, planned, jobId, open, held } = await givenRunningJob(t);
  const stream = await open();
  t.like(stream, { status: 200, contentType: 'text/event-stream; charset=utf-8' });
  await eventually('two frames are done', () => stream.messages.some((one) => stateOf(one).progress.done === 2));
  t.is(stateOf(stream.messages.at(-1)).status, 'running');
  held.letGo();
  await stream.ended;
  const ids = stream.messages.map(({ id }) => id);
  t.deepEqual(ids, [...new Set(ids)].toSorted(), 'each is newer than the one before');
  t.true(stream.messages.every(({ event }) => event === 'job'));
  const done = stream.messages.map((one) => stateOf(one).progress.done);
  t.deepEqual(
    done,
    done.toSorted((a, b) => a - b),
    'progress never goes back',
  );
  const poll = await pollJob(client, planned, jobId);
  const [first, ...later] = stream.messages;
  t.is(pollIn(first).requirements.length, 3);
  t.true(pollIn(later.at(-1)).requirements.length <= 1, 'the frame that was held');
  const { frames, idle } = merge(stream.messages);
  t.deepEqual(idle, [], 'what did not change is not told again');
  t.deepEqual([...frames.values()], poll.requirements);
  t.deepEqual(pollIn(later.at(-1)).job, poll.job);
});

test('a client that returns gets the newer states, and nothing once the job is over', async (t) => {
  const { client, planned, jobId, open, held } = await givenRunningJob(t);
  const first = await open();
  await eventually('two frames are done', () => first.messages.some((one) => stateOf(one).progress.done === 2));
  first.leave();
  const seen = first.messages.at(-1)?.id ?? '';
  const second = await open(seen);
  t.is(second.status, 200);
  held.letGo();
  await second.ended;
  t.true(second.messages.length > 0);
  t.is(pollIn(second.messages[0]).requirements.length, 3, 'from a whole answer on');
  t.true(second.messages.every(({ id }) => id > seen));
  t.is(stateOf(second.messages.at(-1) as Message).status, 'completed');
  const last = second.messages.at(-1)?.id ?? '';
  t.is((await open(last)).status, 204);
  // Other events of the workspace are no news of this job.
  await givenGenerated(client, ['elsewhere']);
  t.is((await open(last)).status, 204);
  for (const odd of [undefined, '1e99', '999999999999', '$ne', '0000-999999999999', 'ffff-0', '0000-x']) {
    const whole = await open(odd);
    await whole.ended;
    t.is(whole.messages.length, 1, `without a position of ours it is told how it ended: ${odd}`);
    t.is(whole.messages[0]?.id, last);
  }
  t.is((await pollJob(client, planned, jobId)).job.status, 'completed');
});

test('the same without a projector, and none of it for another tenant', async (t) => {
  const env = { ROLES: 'api,dispatcher,scorer,supervisor' };
  const { open, held, bob, url } = await givenRunningJob(t, { env });
  const foreign = await openEvents(url, bob);
  t.is(foreign.status, 403);
  await foreign.ended;
  t.deepEqual(foreign.messages, []);
  const stream = await open();
  held.letGo();
  await stream.ended;
  t.is(stateOf(stream.messages.at(-1) as Message).status, 'completed');
});
