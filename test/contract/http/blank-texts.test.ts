/** Paid work of nothing: a text without anything to show or to say is refused before it is paid for. */
import test from 'ava';
import { type ApiRequest, givenApi, thenRefused } from '../../spec/api-spec.ts';
import { projectId } from '../../support/http/http-samples.ts';

type Place = readonly [path: string, pointer: string, bodyOf: (text: string) => ApiRequest['body']];

const video = (prompt: string) => ({ title: 'The letter', prompt });
const product = (title: string) => ({ trigger: 'cross_sell', product: { title }, externalRef: 'order-1' });

const shown: readonly Place[] = [
  ['image/generate', '/prompt', (prompt) => ({ prompt })],
  ['image/storyboard-batch', '/prompt', (prompt) => ({ projectId, prompt, count: 1 })],
  ['music', '/prompt', (prompt) => ({ prompt })],
  ['music/generate', '/prompt', (prompt) => ({ prompt })],
  ['video/start', '/prompt', video],
  ['commerce/videos', '/product/title', product],
  ['projects', '/storyboard/frames/0/prompt', (prompt) => ({ name: 'A film', storyboard: { frames: [{ prompt }] } })],
];

const spoken: readonly Place[] = ['audio/tts', 'tts'].map((path) => [path, '/text', (text) => ({ text })]);

const BLANK = ['   ', '\n\t\n', '\u2003'];
const SILENT = [...BLANK, '...', '… ?!', '- ( ) -'];

for (const [places, texts, message, fine] of [
  [shown, BLANK, 'must be visible text', [' .\n', '…', ' a harbour\n']],
  [spoken, SILENT, 'must have a word to say', ['7', '€', '... a', '日', '🎬']],
] as const) {
  for (const [path, pointer, bodyOf] of places) {
    test(`${path}: ${pointer} ${message}`, async (t) => {
      const api = await givenApi(t);
      const ask = { method: 'POST', path: `/api/v1/${path}` };
      for (const text of texts) {
        const answer = await api.when({ ...ask, body: bodyOf(text) });
        thenRefused(t, answer, 422, 'validation_failed', JSON.stringify(text));
        t.like(answer.body, { noCreditsSpent: true, details: [{ pointer, message }] });
      }
      t.deepEqual(api.application.calls, []);
      for (const text of fine) {
        const answer = await api.when({ ...ask, body: bodyOf(text) });
        t.true(answer.status < 300, `${JSON.stringify(text)}: ${answer.text}`);
      }
    });
  }
}
