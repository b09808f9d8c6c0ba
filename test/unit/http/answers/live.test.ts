/** Answers that are held open: woken by changes, by time, and by the end of their client or of the service. */
import test from 'ava';
import { eventStream, type EventStream } from '../../../../src/http/routes/stream-job.ts';
import { longPoll } from '../../../../src/http/routes/poll-job.ts';
import { createWaker } from '../../../../src/http/answers/waker.ts';
import { refusal } from '../../../../src/http/errors/refusal.ts';
import type { JobView } from '../../../../src/application/jobs/read-job.ts';
import type { Read } from '../../../../src/application/reading/answers.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const setUp = () => {
  const clock = createFakeClock();
  const wakes = new Set<() => void>();
  const changes = {
    subscribe: (wake: () => void) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
  };
  const controller = new AbortController();
  const waker = createWaker(changes, clock.timers, controller.signal);
  const change = (): void => wakes.forEach((wake) => wake());
  return { clock, wakes, change, controller, waker, signal: controller.signal };
};

/** Whether the promise is settled, after everything that is due has happened. */
const settled = async (promise: Promise<unknown>, clock: ReturnType<typeof createFakeClock>): Promise<boolean> => {
  let done = false;
  promise.then(
    () => (done = true),
    () => (done = true),
  );
  await clock.advance(0, 5);
  return done;
};

test('a wait ends with a change, with its time, and with the signal', async (t) => {
  const { clock, change, controller, waker } = setUp();
  const first = waker.next(1_000);
  t.false(await settled(first, clock));
  change();
  t.true(await settled(first, clock));
  const second = waker.next(1_000);
  await clock.advance(999);
  t.false(await settled(second, clock));
  await clock.advance(1);
  t.true(await settled(second, clock));
  const third = waker.next(1_000);
  controller.abort();
  t.true(await settled(third, clock));
  t.true(await settled(waker.next(1_000), clock), 'and there is no more waiting');
  t.is(clock.sleeping(), 0);
});

test('a change between two waits is not missed', async (t) => {
  const { clock, change, waker } = setUp();
  change();
  t.true(await settled(waker.next(1_000), clock));
  t.false(await settled(waker.next(1_000), clock), 'nor seen twice');
});

test('a closed waker listens no longer', (t) => {
  const { wakes, waker } = setUp();
  waker.close();
  t.is(wakes.size, 0);
});

type Frame = { readonly requirementId: string; readonly status: string };

const job = (
  etag: string,
  final = false,
  position = `0000-${etag}`,
  requirements: readonly Frame[] = [],
): Read<JobView> => ({
  value: { body: { etag, requirements }, final },
  position,
  etag,
});

test('a long poll answers what is new, and looks no more than it is woken', async (t) => {
  const { clock, change, waker, signal } = setUp();
  let now = job('1');
  let looks = 0;
  const look = async () => {
    looks += 1;
    return now;
  };
  const isNew = ({ etag }: Read<JobView>): boolean => etag !== '1';
  const poll = longPoll({ look, first: now, seconds: 30, isNew, waker, clock: clock.clock, signal });
  change();
  t.false(await settled(poll, clock), 'woken in vain');
  t.is(looks, 1);
  now = job('2');
  change();
  t.true(await settled(poll, clock));
  t.is(((await poll) as Read<JobView>).etag, '2');
  t.is(looks, 2);
});

test('a long poll that nothing wakes looks by itself, and ends in time', async (t) => {
  const { clock, waker, signal } = setUp();
  let looks = 0;
  const look = async () => {
    looks += 1;
    return job('1');
  };
  const poll = longPoll({ look, first: job('1'), seconds: 10, isNew: () => false, waker, clock: clock.clock, signal });
  await clock.advance(9_999);
  t.false(await settled(poll, clock));
  await clock.advance(1);
  t.true(await settled(poll, clock));
  t.is(looks, 10_000 / limits.liveLookMs);
});

test('a long poll ends with its client', async (t) => {
  const { clock, controller, waker, signal } = setUp();
  const look = async () => job('1');
  const poll = longPoll({ look, first: job('1'), seconds: 30, isNew: () => false, waker, clock: clock.clock, signal });
  controller.abort();
  t.true(await settled(poll, clock));
});

const streaming = (more: Partial<EventStream> = {}) => {
  const world = setUp();
  const state = { now: job('1'), looks: 0 };
  const written: string[] = [];
  const ended = (async () => {
    const stream = eventStream({
      look: async () => {
        state.looks += 1;
        return state.now;
      },
      first: state.now,
      seen: '',
      present: (read) => Buffer.from(JSON.stringify({ whole: true, ...read.value.body })),
      presentPart: (body) => Buffer.from(JSON.stringify(body)),
      mayStillSee: async () => true,
      ...world,
      clock: world.clock.clock,
      timers: world.clock.timers,
      ...more,
    });
    for await (const message of stream) if (message !== 'retry: 1000\n\n') written.push(message);
  })();
  const become = async (read: Read<JobView>): Promise<void> => {
    state.now = read;
    world.change();
    await world.clock.advance(limits.liveLookMinMs, 5);
  };
  return { ...world, state, written, ended, become };
};

test('a stream starts with a snapshot, tells each change once, and ends with the job', async (t) => {
  const { written, become, ended, clock } = streaming();
  await clock.advance(0, 5);
  t.deepEqual(written, ['id: 0000-1\nevent: job\ndata: {"whole":true,"etag":"1","requirements":[]}\n\n']);
  await become(job('2'));
  await become(job('2', false, '0000-3'));
  t.is(written.length, 2, 'a position that moved without the job is no news');
  await become(job('4', true));
  t.deepEqual(
    written.map((message) => message.split('\n')[0]),
    ['id: 0000-1', 'id: 0000-2', 'id: 0000-4'],
  );
  t.true(await settled(ended, clock));
});

test('a client that returns is told only newer states', async (t) => {
  const { written, become, clock } = streaming({ seen: '0000-1' });
  await clock.advance(0, 5);
  t.deepEqual(written, []);
  await become(job('1', false, '0000-2'));
  t.deepEqual(written, [], 'nor is a position that moved without the job');
  await become(job('3'));
  t.deepEqual(written, ['id: 0000-3\nevent: job\ndata: {"whole":true,"etag":"3","requirements":[]}\n\n']);
});

test('after the whole job, a stream tells the job and what changed of it', async (t) => {
  const frames = (...statuses: readonly string[]): readonly Frame[] =>
    statuses.map((status, index) => ({ requirementId: `req_${index}`, status }));
  const { written, become, clock } = streaming({ first: job('1', false, undefined, frames('pending', 'pending')) });
  await clock.advance(0, 5);
  await become(job('2', false, undefined, frames('rendering', 'pending')));
  await become(job('3', false, undefined, frames('rendering', 'pending')));
  await become(job('4', true, undefined, frames('accepted', 'rendering')));
  const told = written.map((message) => JSON.parse(message.slice(message.indexOf('{'))) as Record<string, unknown>);
  t.deepEqual(told, [
    { whole: true, etag: '1', requirements: frames('pending', 'pending') },
    { etag: '2', requirements: frames('rendering') },
    { etag: '3', requirements: [] },
    { etag: '4', requirements: frames('accepted', 'rendering') },
  ]);
});

test('a busy workspace does not make a stream look more often than it may', async (t) => {
  const { state, change, clock } = streaming();
  await clock.advance(0, 5);
  for (let i = 0; i < 50; i += 1) {
    change();
    await clock.advance(10, 3);
  }
  t.true(state.looks <= 500 / limits.liveLookMinMs + 1, `${state.looks} looks`);
});

test('a heartbeat shows that the stream lives, and that its reader may still see', async (t) => {
  let allowed = true;
  const { written, ended, clock } = streaming({ mayStillSee: async () => allowed });
  await clock.advance(limits.sseHeartbeatMs + 2 * limits.liveLookMs, 5);
  t.is(written.filter((message) => message.startsWith(':')).length, 1);
  t.false(await settled(ended, clock));
  allowed = false;
  await clock.advance(limits.sseHeartbeatMs + 2 * limits.liveLookMs, 5);
  t.true(await settled(ended, clock));
});

test('a stream ends with its client, with the service, and with a refusal', async (t) => {
  const gone = streaming();
  gone.controller.abort();
  await gone.clock.advance(limits.liveLookMinMs, 5);
  t.true(await settled(gone.ended, gone.clock));
  const refused = streaming({ look: async () => refusal('project_forbidden') });
  refused.change();
  await refused.clock.advance(limits.liveLookMinMs, 5);
  t.true(await settled(refused.ended, refused.clock));
});
