/** A call that is slower than the supervisor's patience, and whose key was freed meanwhile (I3, I5). */
import test, { type ExecutionContext } from 'ava';
import { requestDecider } from '../../../../commands/request.ts';
import { contextOf } from '../../../../src/application/calls/caller.ts';
import { createGenerate } from '../../../../src/application/work/storyboard/generate.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { asked, produce } from '../../../support/application/production.ts';
import { superviseKey } from '../../../support/application/supervise-key.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { watchedCommands } from '../../../support/log/watched-commands.ts';

type Step = 'ClaimGeneration' | 'AnswerRequest';

/** Two processes. The first is paused before its first command of a type until `meanwhile` is done. */
const givenSlow = async (t: ExecutionContext, step: Step) => {
  const world = await createWorld(t);
  const [slow, other] = [await world.start({}), await world.start({})];
  const ann = await enterAs(slow, 'ann');
  const { commands } = slow.services;
  const paused = { meanwhile: async () => Promise.resolve(), times: 0 };
  const commandsThen = watchedCommands(commands, {
    before: async (type) => {
      if (type !== step || paused.times > 0) return;
      paused.times += 1;
      await paused.meanwhile();
    },
  });
  const generate = createGenerate({ ...slow.services, commands: commandsThen });
  /** As the supervisor does with a key whose claimer is late. */
  const freeKey = async () => {
    const key = (await world.events()).findLast(({ type }) => type === 'RequestClaimed')?.stream ?? '';
    const release = { type: 'ReleaseRequest', n: 1, reason: 'abandoned' } as const;
    await other.services.commands.handle(requestDecider, key, release, contextOf(ann));
  };
  /** As the supervisor does with a key whose claimer is late, and whose job is queued: the last one unless stated. */
  const answerKey = async (of?: string) => {
    const stream = of ?? (await world.events()).findLast(({ type }) => type === 'RequestClaimed')?.stream ?? '';
    if (!(await superviseKey(other.services, stream, ann.workspaceId))) throw new Error('the key is not claimed');
  };
  return { world, other, ann, generate, paused, freeKey, answerKey };
};

test('answered meanwhile: the call gives the answer of the supervisor, and only repeats are replays', async (t) => {
  const { other, ann, generate, paused, answerKey } = await givenSlow(t, 'AnswerRequest');
  const production = await produce(other, ann, 2);
  paused.meanwhile = answerKey;
  const key = { key: 'K', bodyHash: 'a'.repeat(64) };
  const first = await answered(generate(...asked(production), key));
  const again = await answered(other.application.generate(...asked(production), key));
  t.is(again.body, first.body);
  t.deepEqual([first.replayed, again.replayed], [false, true]);
});

test('answered by the supervisor, a call that met a job of another is told that it was charged already', async (t) => {
  const { world, other, ann, generate, paused, answerKey } = await givenSlow(t, 'AnswerRequest');
  const production = await produce(other, ann, 2);
  const ask = async (name: string) => generate(...asked(production), { key: name, bodyHash: 'a'.repeat(64) });
  paused.meanwhile = answerKey;
  const first = await answered(ask('K'));
  paused.times = 0;
  const second = await answered(ask('L'));
  t.deepEqual([chargedIn(first), chargedIn(second)], [false, true]);
  t.is((await world.events()).filter(({ type }) => type === 'JobQueued').length, 1);
});

for (const key of ['L', null]) {
  const by = key === null ? 'without a key' : 'under another key';
  test(`a call ${by} is first: the supervisor tells the slow one that it was charged already`, async (t) => {
    const { world, other, ann, generate, paused, answerKey } = await givenSlow(t, 'ClaimGeneration');
    const production = await produce(other, ann, 2);
    const keyed = (name: string | null) => (name === null ? null : { key: name, bodyHash: 'a'.repeat(64) });
    const charged: boolean[] = [];
    paused.meanwhile = async () => {
      const slow = (await world.events()).findLast(({ type }) => type === 'RequestClaimed')?.stream;
      charged.push(chargedIn(await answered(other.application.generate(...asked(production), keyed(key)))));
      await answerKey(slow);
    };
    charged.push(chargedIn(await answered(generate(...asked(production), keyed('K')))));
    t.deepEqual(charged, [false, true]);
    t.is((await world.events()).filter(({ type }) => type === 'JobQueued').length, 1);
  });
}

test('its key names the job that it started all the same', async (t) => {
  const { world, other, ann, generate, paused, freeKey } = await givenSlow(t, 'ClaimGeneration');
  const production = await produce(other, ann, 2);
  paused.meanwhile = freeKey;
  const key = { key: 'K', bodyHash: 'a'.repeat(64) };
  const first = await answered(generate(...asked(production), key));
  t.is(paused.times, 1);
  const again = await answered(other.application.generate(...asked(production), key));
  t.is(again.body, first.body);
  t.deepEqual([first.replayed, again.replayed], [false, true]);
  t.is((await world.events()).filter(({ type }) => type === 'JobQueued').length, 1);
});

test('freed, used again for the same body, and all accepted since: it is told the target of its key', async (t) => {
  const { world, other, ann, generate, paused, freeKey } = await givenSlow(t, 'ClaimGeneration');
  const production = await produce(other, ann, 2);
  const key = { key: 'K', bodyHash: 'a'.repeat(64) };
  let second = '';
  paused.meanwhile = async () => {
    await freeKey();
    second = (await answered(other.application.generate(...asked(production), key))).body;
    await drawJob(other.services, (JSON.parse(second) as { readonly job: { readonly id: string } }).job.id);
  };
  const first = await answered(generate(...asked(production), key));
  t.deepEqual([first.body, first.replayed], [second, true]);
  t.is((await world.events()).filter(({ type }) => type === 'JobQueued').length, 1);
});

for (const step of ['ClaimGeneration', 'AnswerRequest'] as const) {
  test(`freed before its ${step}, and used for another body: each call is told of its own job`, async (t) => {
    const { other, ann, generate, paused, freeKey } = await givenSlow(t, step);
    const [mine, theirs] = [await produce(other, ann, 2), await produce(other, ann, 3)];
    const keyOf = (body: string) => ({ key: 'K', bodyHash: body.repeat(64) });
    let second = '';
    paused.meanwhile = async () => {
      await freeKey();
      second = (await answered(other.application.generate(...asked(theirs), keyOf('b')))).body;
    };
    const first = await answered(generate(...asked(mine), keyOf('a')));
    t.is(framesOf(first), 2);
    t.false(first.replayed);
    const again = await answered(other.application.generate(...asked(theirs), keyOf('b')));
    t.deepEqual([again.body, again.replayed, framesOf(again)], [second, true, 3]);
    t.is(await refusalOf(other.application.generate(...asked(mine), keyOf('a'))), 'idempotency_key_reused');
  });
}

const chargedIn = ({ body }: { readonly body: string }): boolean =>
  (JSON.parse(body) as { readonly job: { readonly alreadyCharged: boolean } }).job.alreadyCharged;

const framesOf = ({ body }: { readonly body: string }): number =>
  (JSON.parse(body) as { readonly job: { readonly requestedImageCount: number } }).job.requestedImageCount;
