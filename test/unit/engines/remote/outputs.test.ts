/** The answers of a provider about work that it has taken, and its outputs. */
import test, { type ExecutionContext } from 'ava';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Engine, LookedUp } from '../../../../src/ports/engine.ts';
import type { MediaProbe } from '../../../../src/ports/media-probe.ts';
import { givenDoneWork as given } from '../../../support/gateway/done-work.ts';
import type { MadeOutput, Make } from '../../../support/gateway/gateway-double.ts';
import { makeMedia, pngOf } from '../../../support/gateway/outputs.ts';
import type { Trouble } from '../../../support/gateway/serve-gateway.ts';

/** `failed rejected`, or the fault. */
const said = async (asked: Promise<LookedUp | undefined>): Promise<string> =>
  asked.then(
    (found) => (found?.kind === 'failed' ? `failed ${found.code}` : (found?.kind ?? 'nothing')),
    (error: unknown) => (isFault(error) ? `fault ${error.code}` : String(error)),
  );

const fixed =
  (output: MadeOutput): Make =>
  async () =>
    Promise.resolve(output);

test('an output is taken by its own bytes, and is looked up alike by its key', async (t) => {
  const { poll, lookup } = await given(t, makeMedia);
  for (const found of [await poll(), await lookup()]) {
    t.like(found, { kind: 'done', output: { contentType: 'image/png', width: 8, height: 8 } });
  }
});

const outputs: readonly (readonly [string, Trouble, string])[] = [
  ['one that ends too early in good order', { kind: 'short' }, 'failed rejected'],
  ['one that never ends', { kind: 'endless' }, 'failed rejected'],
  ['a page of HTML', { kind: 'says', status: 200, body: '<h1>sorry</h1>' }, 'failed rejected'],
  ['one that breaks off is asked for again', { kind: 'torn' }, 'fault unknown_outcome'],
  ['one that is gone is asked for again', { kind: 'says', status: 404 }, 'fault unavailable'],
  [
    'a redirect is not followed',
    { kind: 'says', status: 302, headers: { Location: '/v1/health' } },
    'fault unavailable',
  ],
];

const wrong = async (t: ExecutionContext, doctor: (engine: Engine) => Engine): Promise<readonly string[]> => {
  const findings: string[] = [];
  for (const [name, trouble, expected] of outputs) {
    const { engine, poll } = await given(t, makeMedia, { output: trouble });
    const found = await said(poll(undefined, doctor(engine)));
    if (found !== expected) findings.push(`${name}: ${found}`);
  }
  return findings;
};

test('an output that differs from the one told of is none; one that breaks off is asked for again', async (t) => {
  t.deepEqual(await wrong(t, (engine) => engine), []);
});

test('sabotage: an engine that gives up whatever it cannot have is found', async (t) => {
  const hasty = (engine: Engine): Engine => ({
    ...engine,
    poll: async (...asked) =>
      (await engine.poll?.(...asked).catch(() => undefined)) ?? { kind: 'failed', code: 'rejected', message: 'none' },
  });
  t.deepEqual(await wrong(t, hasty), [
    'one that breaks off is asked for again: failed rejected',
    'one that is gone is asked for again: failed rejected',
    'a redirect is not followed: failed rejected',
  ]);
});

const contents: readonly (readonly [string, () => Promise<MadeOutput>])[] = [
  ['a picture that is text', async () => Promise.resolve({ contentType: 'image/png', content: Buffer.from('<h1>') })],
  ['a PNG that is called a JPEG', async () => ({ contentType: 'image/jpeg', content: await pngOf(8, 8, 1) })],
  ['half a picture', async () => ({ contentType: 'image/png', content: (await pngOf(64, 64, 1)).subarray(0, 90) })],
  ['sound that is a picture', async () => ({ contentType: 'audio/wav', content: await pngOf(8, 8, 1) })],
  [
    'a film that is sound',
    async () => ({ ...(await makeMedia({ makes: 'speech' }, [])), contentType: 'video/mp4' }) as MadeOutput,
  ],
  ['SVG', async () => Promise.resolve({ contentType: 'image/svg+xml', content: Buffer.from('<svg/>') })],
];

for (const [name, make] of contents) {
  test(`${name} is no output`, async (t) => {
    const { poll } = await given(t, fixed(await make()));
    t.is(await said(poll()), 'failed rejected');
  });
}

test('an output that this process is too slow to look at is looked at again, three times at most', async (t) => {
  const speech = (await makeMedia({ makes: 'speech' }, [])) as MadeOutput;
  const tracks = [{ kind: 'audio', codec: 'pcm-s16', sampleRate: 8_000, channels: 1 }] as const;
  const wave = { container: 'wav', sizeBytes: 1, durationMs: 1_000, tracks } as const;
  let slow = 2;
  const probe: MediaProbe['probe'] = async () =>
    Promise.resolve((slow -= 1) >= 0 ? { kind: 'refused', why: 'timed_out' } : { kind: 'media', media: wave });
  const { poll, double } = await given(t, fixed(speech), {}, { media: { probe } });
  for (const expected of ['fault unavailable', 'fault unavailable', 'done']) t.is(await said(poll()), expected);
  t.is(double.bills.length, 1);
  slow = Infinity;
  const never = await given(t, fixed(speech), {}, { media: { probe } });
  for (let n = 1; n < limits.remoteLooksMax; n += 1) t.is(await said(never.poll()), 'fault unavailable');
  t.is(await said(never.poll()), 'failed rejected');
});

test('words beside speech are kept; words that contradict themselves make the answer void', async (t) => {
  const speech = (await makeMedia({ makes: 'speech' }, [])) as MadeOutput;
  const good = await given(t, fixed(speech));
  const found = await good.poll();
  t.is(found?.kind === 'done' ? found.output.attachments?.[0]?.name : found?.kind, 'words');
  const words = [{ text: 'back', startMs: 400, endMs: 100 }];
  const bad = await given(t, fixed({ ...speech, words }));
  t.is(await said(bad.poll()), 'fault unknown_outcome');
});

test('words that a provider tells in another order are kept in that of their time', async (t) => {
  const speech = (await makeMedia({ makes: 'speech' }, [])) as MadeOutput;
  const [one, two] = [
    { text: 'one', startMs: 0, endMs: 400 },
    { text: 'two', startMs: 500, endMs: 900 },
  ];
  const found = await (await given(t, fixed({ ...speech, words: [two, one] }))).poll();
  const [kept] = found?.kind === 'done' ? (found.output.attachments ?? []) : [];
  t.deepEqual(JSON.parse(Buffer.from(kept?.content ?? []).toString()), [one, two]);
});

const lookups: readonly (readonly [string, Trouble | undefined, string])[] = [
  ['a key that it has never seen', { kind: 'lies' }, 'never_seen'],
  ['a 404 of a proxy', { kind: 'says', status: 404, body: 'nothing here' }, 'fault unavailable'],
  ['a 503', { kind: 'says', status: 503 }, 'fault unavailable'],
  ['an answer that is no work', { kind: 'says', status: 200, body: '{"id":7}' }, 'fault unknown_outcome'],
];

test('a lookup tells that a key is unknown only where the provider itself says so', async (t) => {
  for (const [name, trouble, expected] of lookups) {
    const { lookup } = await given(t, makeMedia, trouble === undefined ? {} : { lookup: trouble });
    t.is(await said(lookup()), expected, name);
  }
  const { lookup } = await given(t, makeMedia);
  t.is(await said(lookup('hold.9.9.9')), 'never_seen');
});

test('a provider that is asked too often is asked again when it wishes, and never sooner than others', async (t) => {
  for (const [status, seconds, pollAfterMs] of [
    [429, '20', 20_000],
    [503, '0', limits.pollAgainMs],
  ] as const) {
    const busy: Trouble = { kind: 'says', status, headers: { 'Retry-After': seconds } };
    for (const place of ['poll', 'lookup', 'output'] as const) {
      const { poll, lookup } = await given(t, makeMedia, { [place]: busy });
      const found = await (place === 'lookup' ? lookup() : poll());
      t.deepEqual(found, { kind: 'running', pollAfterMs }, `${place} ${status}`);
    }
  }
});

test('an answer about other work is no answer; work that failed or was called off says so', async (t) => {
  const other = { id: 'w-other', state: 'cancelled' };
  const confused = await given(t, makeMedia, { poll: { kind: 'says', status: 200, body: JSON.stringify(other) } });
  t.is(await said(confused.poll()), 'fault unknown_outcome');
  for (const failed of ['rejected', 'unavailable'] as const) {
    const { poll } = await given(t, async () => Promise.resolve({ failed }));
    t.is(await said(poll()), `failed ${failed}`);
  }
  const { engine, double, poll } = await given(t, makeMedia);
  const late = double.submit('hold.1.1.0', {}, []);
  await engine.cancel?.(late.id, new AbortController().signal);
  t.is(await said(poll(late.id)), 'failed cancelled');
});
