/**
 * A tenant without credits, and one that changes its mind for ever, flood the service with refused work. Their requests
 * leave nothing behind, and a stranger's requests are answered meanwhile.
 */
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { START } from '../../src/kernel/position.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { givenService, type RealService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

const FLOOD = 120;
const AT_ONCE = 16;

/** Events of the whole log by their stream. */
const lengthsOf = async ({ core }: RealService): Promise<ReadonlyMap<string, number>> => {
  const lengths = new Map<string, number>();
  for await (const { events } of core.stores.feed.read(START)) {
    for (const { stream } of events) lengths.set(stream, (lengths.get(stream) ?? 0) + 1);
  }
  return lengths;
};

const eventsIn = async (service: RealService): Promise<number> =>
  [...(await lengthsOf(service)).values()].reduce((sum, length) => sum + length, 0);

/** Asks so often, several at a time; gives the answers. */
const flood = async (times: number, ask: (n: number) => Promise<HttpAnswer>): Promise<readonly HttpAnswer[]> => {
  const answers: HttpAnswer[] = [];
  for (let n = 0; n < times; n += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, times - n) }, async (_, index) => ask(n + index));
    answers.push(...(await Promise.all(some)));
  }
  return answers;
};

/** A stranger plans, generates and polls until the flood is over: all calls are answered, and all frames are made. */
const strangerDuring = async <T>(t: ExecutionContext, service: RealService, flooding: Promise<T>): Promise<T> => {
  const stranger = await service.client('stranger');
  const attack = { isOver: false };
  const ended = flooding.finally(() => (attack.isOver = true));
  do {
    const { requirements } = await flow.givenGenerated(stranger, ['one', 'two']);
    t.deepEqual(
      requirements.map(({ status }) => status),
      ['accepted', 'accepted'],
    );
    t.is((await stranger.get('credits/summary')).status, 200);
  } while (!attack.isOver);
  return ended;
};

test('402 on generate, under one key, under new ones and without', async (t) => {
  const service = await givenService(t, { env: { TRIAL_CREDITS: '0' } });
  const poor = await service.client('poor');
  const planned = await flow.givenPlanned(poor, ['one', 'two', 'three']);
  await poor.get('credits/summary');
  const before = await eventsIn(service);
  const answers = await flood(FLOOD, async (n) => {
    const key = [undefined, 'always', `key-${n}`][n % 3];
    return flow.generate(poor, planned, key === undefined ? {} : { key });
  });
  t.true(answers.every(({ status }) => status === 402));
  t.is(await eventsIn(service), before, 'the log is as long as it was');
});

test('402 on pictures without QA', async (t) => {
  const service = await givenService(t, { env: { TRIAL_CREDITS: '0' } });
  const poor = await service.client('poor');
  await poor.get('credits/summary');
  const before = await eventsIn(service);
  const answers = await flood(FLOOD, async (n) =>
    poor.post('image/generate', { prompt: `a quay ${n}` }, { 'idempotency-key': `key-${n % 7}` }),
  );
  t.true(answers.every(({ status }) => status === 402));
  t.is(await eventsIn(service), before);
});

test('a stranger is served while 402s are asked for', async (t) => {
  const service = await givenService(t);
  const poor = await service.client('poor');
  const within = poor.within(await madeWorkspace(poor));
  const planned = await flow.givenPlanned(within, ['one']);
  const flooding = flood(FLOOD, async () => flow.generate(within, planned));
  const answers = await strangerDuring(t, service, flooding);
  t.true(answers.every(({ status }) => status === 402));
});

test('reviews with notes that alternate for ever', async (t) => {
  const service = await givenService(t);
  const client = await service.client('fickle');
  const { planned } = await flow.givenGenerated(client, ['one', 'two']);
  const accepting = async (n: number) =>
    flow.review(client, planned, planned.planId, [{ frameIndex: 0, decision: 'accept', note: `note ${n % 2}` }]);
  const flooding = (async () => {
    const answers: HttpAnswer[] = [];
    for (let n = 0; n < FLOOD; n += 1) answers.push(await accepting(n));
    return answers;
  })();
  const answers = await strangerDuring(t, service, flooding);
  const taken = answers.filter(({ status }) => status === 201);
  t.true(taken.length > 0);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    t.deepEqual([status, body['code']], [409, 'decision_limit_reached']);
  }
  const length = (await lengthsOf(service)).get(`plan-${planned.planId}`) ?? 0;
  t.true(length <= 2 * limits.decisionsPerPictureMax + 10, `the stream of the plan has ${length} events`);
  // The accept is final, and the plan ends.
  const other = [{ frameIndex: 1, decision: 'accept', note: 'as it is' }];
  flow.expecting(201, await flow.review(client, planned, planned.planId, other));
  t.is((await flow.photoSequence(client, planned, planned.planId)).lifecycle, 'certified');
});
