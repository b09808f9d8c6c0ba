import test from 'ava';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { runScript } from '../../../support/process/run-program.ts';

const timersUrl = new URL('../../../../src/adapters/system/timers.ts', import.meta.url).href;

test('sleep resolves', async (t) => {
  await createTimers().sleep(1);
  await createTimers().sleep(0);
  await createTimers().sleep(-5);
  t.pass();
});

test('sleep is cancelled by its signal, before and during', async (t) => {
  const timers = createTimers();
  const before = await t.throwsAsync(timers.sleep(60_000, AbortSignal.abort()));
  t.true(isFault(before, 'cancelled'));

  const controller = new AbortController();
  const sleeping = timers.sleep(60_000, controller.signal);
  controller.abort(new Error('stop'));
  const during = await t.throwsAsync(sleeping);
  t.true(isFault(during, 'cancelled'));
  t.like(during?.cause, { message: 'stop' });
});

test('a sleep longer than a timer can hold does not fire at once', async (t) => {
  const controller = new AbortController();
  let fired = false;
  const sleeping = createTimers()
    .sleep(2 ** 40, controller.signal)
    .then(
      () => (fired = true),
      () => undefined,
    );
  await createTimers().sleep(20);
  t.false(fired);
  controller.abort();
  await sleeping;
});

test('only a background sleep lets the process end', async (t) => {
  const script = (background: boolean): string =>
    `import { createTimers } from ${JSON.stringify(timersUrl)};
     process.on('exit', () => console.log(woke ? 'woke' : 'left'));
     let woke = false;
     createTimers({ background: ${background} }).sleep(50).then(() => { woke = true; });`;
  const outcome = async (background: boolean): Promise<string> => (await runScript(script(background))).stdout.trim();
  t.is(await outcome(true), 'left');
  t.is(await outcome(false), 'woke');
});

test('nextTurn lets I/O and timers have their chance', async (t) => {
  const seen: string[] = [];
  const turn = createTimers()
    .nextTurn()
    .then(() => seen.push('turn'));
  await Promise.resolve().then(() => seen.push('microtask'));
  await turn;
  t.deepEqual(seen, ['microtask', 'turn']);
});
