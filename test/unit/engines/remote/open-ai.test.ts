import test, { type ExecutionContext } from 'ava';
import { findBase64 } from '../../../../src/engines/remote/find-base64.ts';
import { Fault, isFault } from '../../../../src/kernel/faults.ts';
import type { EngineRequest } from '../../../../src/ports/engine.ts';
import type { MediaProbe } from '../../../../src/ports/media-probe.ts';
import { hostsOf } from '../../../support/application/hosts.ts';
import { requestOf } from '../../../support/engines/painter.ts';
import { remoteEngine } from '../../../support/gateway/remote-engine.ts';
import { pngOf } from '../../../support/gateway/outputs.ts';
import { type OpenAiOptions, serveOpenAi } from '../../../support/gateway/serve-open-ai.ts';
import { tempScratch } from '../../../support/process/temp-scratch.ts';

type Deps = Parameters<typeof remoteEngine>[2];

const given = async (
  t: ExecutionContext,
  options: OpenAiOptions = {},
  hosts: Parameters<typeof hostsOf>[0] = {},
  deps: Deps = {},
) => {
  const served = await serveOpenAi(t, options);
  const models = { image: 'painter', speech: 'speaker' };
  const provider = { url: served.url, kind: 'openai', models, prices: { image: 4, speech: 3 } } as const;
  const engine = remoteEngine(t, provider, { outbound: hostsOf(hosts), ...deps });
  const folders = tempScratch(t);
  const perform = async (request: EngineRequest): Promise<unknown> =>
    engine.perform('key', request, folders.open(), new AbortController().signal).catch((error: unknown) => error);
  return { ...served, engine, perform };
};

const picture = requestOf({ width: 64, height: 32 });
const DONE = { kind: 'done', output: { contentType: 'image/png', width: 64, height: 32 } };

const codeOf = (found: unknown): string => (isFault(found) ? found.code : JSON.stringify(found));

test('a picture is asked for by its words, and comes as base64', async (t) => {
  const { perform, calls } = await given(t);
  t.like(await perform({ ...picture, prompt: 'a quay', styleNotes: 'ink', negativePrompt: 'rain' }), DONE);
  t.deepEqual(calls[0]?.body, { model: 'painter', prompt: 'a quay\nink\nAvoid: rain', n: 1, size: '64x32' });
});

test('a picture at an address of the provider is fetched there, without the key elsewhere', async (t) => {
  const answer = (_: Buffer, origin: string): string => JSON.stringify({ data: [{ url: `${origin}/made.png` }] });
  const { perform, calls } = await given(t, { answer });
  t.like(await perform(picture), DONE);
  t.deepEqual(
    calls.map(({ path }) => path),
    ['/v1/images/generations', '/made.png'],
  );
});

test('a picture at another host is fetched by the guarded way alone', async (t) => {
  const answer = (): string => JSON.stringify({ data: [{ url: 'https://pictures.example/made.png' }] });
  const bytes = await pngOf(64, 32, 5);
  const good = await given(t, { answer }, { 'https://pictures.example/made.png': bytes });
  t.like(await good.perform(picture), DONE);
  const bad = await given(t, { answer });
  t.is(codeOf(await bad.perform(picture)), 'unknown_outcome', 'it was made, and may be billed');
});

test('a private address in an answer gets no call', async (t) => {
  const inner = await serveOpenAi(t);
  const { perform } = await given(t, { answer: () => JSON.stringify({ data: [{ url: `${inner.url}/models` }] }) });
  t.is(codeOf(await perform(picture)), 'unknown_outcome');
  t.deepEqual(inner.calls, []);
});

const away = async (): Promise<never> => Promise.reject(new Fault('unavailable', 'it could not be looked at now'));
const hanging: MediaProbe = { probe: async () => Promise.resolve({ kind: 'refused', why: 'timed_out' }) };
const LINES = { makes: 'speech', lines: [{ text: 'One.', startMs: 0 }], voice: 'emma' } as const;
const byAddress = (_: Buffer, origin: string): string => JSON.stringify({ data: [{ url: `${origin}/made.png` }] });

const billed: readonly (readonly [string, EngineRequest, OpenAiOptions, Deps])[] = [
  ['a picture whose host is gone', picture, { answer: byAddress, leaves: true }, {}],
  ['a picture that this process cannot look at', picture, {}, { pictures: { check: away } }],
  ['speech that this process cannot look at', LINES, {}, { media: { probe: away } }],
  ['speech that this process is too slow to look at', LINES, {}, { media: hanging }],
];

for (const [name, request, options, deps] of billed) {
  test(`${name} was made and billed: its outcome is unknown, and it is not made again`, async (t) => {
    t.is(codeOf(await (await given(t, options, {}, deps)).perform(request)), 'unknown_outcome');
  });
}

const broken: readonly (readonly [string, (whole: string) => string])[] = [
  ['no picture', () => '{"data":[]}'],
  ['no JSON', () => '<h1>sorry</h1>'],
  ['half of one', (whole) => whole.slice(0, whole.length / 2)],
  ['no base64', () => '{"data":[{"b64_json":"????"}]}'],
];

for (const [name, body] of broken) {
  test(`an answer with ${name} leaves the outcome unknown`, async (t) => {
    const answer = (made: Buffer): string => body(JSON.stringify({ data: [{ b64_json: made.toString('base64') }] }));
    t.is(codeOf(await (await given(t, { answer })).perform(picture)), 'unknown_outcome');
  });
}

test('base64 of something else is no picture', async (t) => {
  const answer = (): string => JSON.stringify({ data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] });
  t.is(codeOf(await (await given(t, { answer })).perform(picture)), 'rejected');
});

test('speech is asked for in one piece, with its voice', async (t) => {
  const { perform, calls, engine } = await given(t, { speechType: 'audio/x-wav' });
  const lines = [
    { text: 'One.', startMs: 0 },
    { text: 'Two.', startMs: 9_000 },
  ];
  const done = await perform({ makes: 'speech', lines, voice: 'emma' });
  t.like(done, { kind: 'done', output: { contentType: 'audio/wav', durationMs: 1_000 } });
  t.deepEqual(calls[0]?.body, { model: 'speaker', input: 'One.\nTwo.', voice: 'emma', response_format: 'wav' });
  t.like(engine, { untimed: true, repeat: 'never' });
  const page = await given(t, { speechType: 'text/html' });
  t.is(codeOf(await page.perform({ makes: 'speech', lines, voice: 'emma' })), 'rejected');
});

test('a refusal is clean, and a failure is not', async (t) => {
  for (const [status, code] of [
    [400, 'rejected'],
    [401, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unknown_outcome'],
  ] as const) {
    t.is(codeOf(await (await given(t, { status })).perform(picture)), code);
  }
});

/** As many pieces as there are cuts, wherever they are. */
const pieces = async function* (text: string, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Promise.resolve(Buffer.from(text.slice(at, at + size)));
};

/** As encoders of JSON write base64: as it is, with a slash that is escaped, or for use within HTML. */
const spellings: readonly ((base64: string) => string)[] = [
  (base64) => base64,
  (base64) => base64.replaceAll('/', '\\/'),
  (base64) => base64.replaceAll('+', '\\u002B').replaceAll('/', '\\u002f').replaceAll('=', '\\u003d'),
];

test('base64 is found and decoded however an answer spells it, and is cut into pieces', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 301 }, (_, index) => (index * 7) % 256));
  const texts = spellings.map(
    (spelled) =>
      `{"note":"a \\"b64_json\\": \\"x","data":[{ "b64_json" : "${spelled(bytes.toString('base64'))}"}],"usage":{}}`,
  );
  for (const text of texts) {
    for (let size = 1; size < 60; size += 1) {
      const found = await findBase64({ body: pieces(text, size) }, 'b64_json', 10_000);
      const decoded = found.kind === 'decoded' ? Buffer.concat(await Array.fromAsync(found.bytes)) : undefined;
      t.true(decoded?.equals(bytes), `pieces of ${size}`);
    }
  }
  const none = await findBase64({ body: pieces('{"data":[{"url":"x"}]}', 3) }, 'b64_json', 10_000);
  t.deepEqual(none, { kind: 'absent', value: { data: [{ url: 'x' }] } });
  await t.throwsAsync(findBase64({ body: pieces(texts[0] ?? '', 3) }, 'b64_json', 20), { code: 'unknown_outcome' });
});
