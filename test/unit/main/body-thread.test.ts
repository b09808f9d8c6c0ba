/** Large bodies are judged elsewhere, with the same result. */
import test, { type ExecutionContext } from 'ava';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { operations } from '../../../src/http/contract/operations/registry.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { isRefusal } from '../../../src/http/errors/refusal.ts';
import { createJudge } from '../../../src/http/gates/judge.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { openBodyThread } from '../../../src/main/body-thread.ts';
import type { Turns } from '../../../src/ports/basics.ts';

const operation = operations.find(({ operationId }) => operationId === 'createProject') as Operation;
const judge = createJudge(operation);

const frame = { prompt: '🎬'.repeat(limits.promptCharsMax), title: 'a title' };
const largest = JSON.stringify({ name: 'A film', storyboard: { frames: Array.from({ length: 200 }, () => frame) } });

const bodies: Readonly<Record<string, string>> = {
  'one that holds': largest,
  'what is no JSON': `${largest},`,
  'a member twice': `{"a":1,"a":"${'x'.repeat(100_000)}"}`,
  'several members wrong': JSON.stringify({ name: '', script: 'x'.repeat(limits.scriptCharsMax + 1), other: 1 }),
  'millions of lists': `{"a":[${'[],'.repeat(3_000_000)}[]]}`,
};

const NO_TURNS: Turns = { due: () => undefined };

const open = (t: ExecutionContext, script?: string) => {
  const thread = openBodyThread({
    turns: NO_TURNS,
    background: createTimers({ background: true }),
    logger: { warn: () => undefined },
    ...(script === undefined ? {} : { script: new URL(`data:text/javascript,${encodeURIComponent(script)}`) }),
  });
  t.teardown(thread.close);
  return thread;
};

const order = (text: string) => ({ operationId: 'createProject', bytes: Buffer.from(text), parameters: { a: 'b' } });

for (const [what, text] of Object.entries(bodies)) {
  test(`${what}: as it would be judged here, while the event loop turns`, async (t) => {
    const thread = open(t);
    let judged = false;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (!judged) setImmediate(turn);
    };
    setImmediate(turn);
    const there = await thread.judge(order(text), 'alice');
    judged = true;
    t.deepEqual(there, judge(Buffer.from(text), { a: 'b' }));
    t.is(isRefusal(there), text !== largest);
    t.true(turns > 10, `${turns} turns`);
  });
}

test('sabotage: one that judges here lets the event loop wait', async (t) => {
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    setImmediate(turn);
  };
  const first = setImmediate(turn);
  judge(Buffer.from(largest), null);
  clearImmediate(first);
  t.is(turns, 0);
});

test('users take turns: no user waits for all the bodies of another', async (t) => {
  const thread = open(t);
  const done: string[] = [];
  const judgeFor = async (userKey: string, name: string): Promise<void> => {
    await thread.judge(order(JSON.stringify({ name })), userKey);
    done.push(name);
  };
  await Promise.all([...['a1', 'a2', 'a3'].map(async (name) => judgeFor('alice', name)), judgeFor('bob', 'b1')]);
  t.true(done.indexOf('b1') < done.indexOf('a2'), done.join());
});

test('a thread that ends is a fault of those that it worked for; the next body gets a new one', async (t) => {
  const thread = open(
    t,
    `import { MessageChannel, parentPort } from 'node:worker_threads';
    parentPort.on('message', ([{ id, call: { operationId } }]) => {
      if (operationId === 'end') process.exit();
      const { port2: pieces } = new MessageChannel();
      const value = { judged: { body: {}, places: [], pieces, count: 0, bodyHash: null } };
      parentPort.postMessage([{ kind: 'answered', id, value }], [pieces]);
    });`,
  );
  await t.throwsAsync(thread.judge({ ...order('{}'), operationId: 'end' }, 'alice'), { message: /has ended/ });
  t.deepEqual(await thread.judge(order('{}'), 'alice'), { body: {}, bodyHash: null });
});

test('a close gives up the calls under way', async (t) => {
  const thread = open(
    t,
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => undefined);`,
  );
  const judging = thread.judge(order('{}'), 'alice');
  const expected = t.throwsAsync(judging, { message: /has ended/ });
  await new Promise((resolve) => setImmediate(resolve));
  await thread.close();
  await expected;
});
