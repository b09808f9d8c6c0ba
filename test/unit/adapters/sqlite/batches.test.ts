/** Requests on their way to a thread: few messages, each request with its own outcome. */
import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { createBatches, type Outcome } from '../../../../src/adapters/sqlite/batches.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { realTimers } from './open.ts';

/** Until what was asked for has gone out. */
const gone = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await turn();
};

type Request = { readonly name: string; readonly bytes: number };

/** A thread that answers a message when the test says so. */
const opened = () => {
  const messages: string[][] = [];
  const answers: PromiseWithResolvers<readonly Outcome<string>[]>[] = [];
  const { ask, drained } = createBatches<Request, string>(async (requests) => {
    messages.push(requests.map(({ name }) => name));
    const answer = Promise.withResolvers<readonly Outcome<string>[]>();
    answers.push(answer);
    return answer.promise;
  }, realTimers);
  const answer = (index: number, outcomes = messages[index]?.map((name) => ({ result: `${name}!` }))): void =>
    answers[index]?.resolve(outcomes ?? []);
  return { ask: async (name: string, bytes = 1) => ask({ name, bytes }), drained, messages, answers, answer };
};

test('calls of one moment go as one, and later ones wait and then go together', async (t) => {
  const { ask, messages, answer } = opened();
  const first = [ask('a'), ask('b')];
  await gone();
  const second = [ask('c')];
  await gone();
  second.push(ask('d'), ask('e'));
  await gone();
  t.deepEqual(messages, [['a', 'b']]);
  answer(0);
  t.deepEqual(await Promise.all(first), ['a!', 'b!']);
  await gone();
  t.deepEqual(messages, [
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
  answer(1);
  t.deepEqual(await Promise.all(second), ['c!', 'd!', 'e!']);
});

test('a message carries no more than one transaction may', async (t) => {
  const { ask, messages, answer, drained } = opened();
  const large = Array.from({ length: 3 }, async (_, n) => ask(`${n}`, limits.groupCommitBytesMax / 2 + 1));
  const many = Array.from({ length: limits.groupCommitAppendsMax + 1 }, async () => ask('small'));
  for (let at = 0; at < 4; at += 1) {
    await gone();
    answer(at);
  }
  await Promise.all([...large, ...many, drained()]);
  t.deepEqual(
    messages.map(({ length }) => length),
    [1, 1, limits.groupCommitAppendsMax, 2],
  );
});

test('each request has its own outcome; a message that is lost is the outcome of all in it', async (t) => {
  const { ask, answer, answers } = opened();
  const [well, ill] = [ask('well'), ask('ill')];
  const refused = new Error('refused');
  await gone();
  answer(0, [{ result: 'done' }, { error: refused } as never]);
  t.is(await well, 'done');
  t.is(await t.throwsAsync(ill), refused);
  const lost = [ask('a'), ask('b')];
  await gone();
  const over = new Error('the thread has ended');
  answers[1]?.reject(over);
  for (const one of lost) t.is(await t.throwsAsync(one), over);
});

test('drained is when all that was asked is settled', async (t) => {
  const { ask, drained, answer } = opened();
  let settled = 0;
  const asked = ['a', 'b', 'c'].map(async (name) => ask(name).then(() => (settled += 1)));
  const over = drained().then(() => settled);
  await gone();
  t.is(settled, 0);
  answer(0);
  t.is(await over, 3);
  await Promise.all(asked);
});
