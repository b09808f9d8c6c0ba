/** Which jobs of the engines are short: those that no client should wait for because of another's long film. */
import { Readable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import type { Children } from '../../../../src/engines/child/children.ts';
import { createServiceMusic } from '../../../../src/engines/service-music/create-service-music.ts';
import { createServiceSpeech } from '../../../../src/engines/service-speech/create-service-speech.ts';
import { createServiceVideo } from '../../../../src/engines/service-video/create-service-video.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type {
  AssemblyRequest,
  Engine,
  MusicRequest,
  ReportRequest,
  SpeechRequest,
} from '../../../../src/ports/engine.ts';
import { clipOf } from '../../../support/engines/films.ts';
import { painter } from '../../../support/engines/painter.ts';
import { tempScratch } from '../../../support/process/temp-scratch.ts';

const isShort = async (
  t: ExecutionContext,
  make: (children: Children) => Engine,
  request: Parameters<Engine['perform']>[1],
): Promise<boolean> => {
  const deadlines: number[] = [];
  const children: Children = {
    run: async ({ bounds }) => {
      deadlines.push(bounds.deadlineMs);
      return Promise.reject(new Fault('cancelled', 'a test looks at its bounds'));
    },
    close: async () => Promise.resolve(),
  };
  const scratch = tempScratch(t).open();
  await t.throwsAsync(make(children).perform('key', request, scratch, new AbortController().signal), {
    code: 'cancelled',
  } as never);
  t.is(deadlines.length, 1);
  return (deadlines[0] ?? Infinity) <= limits.childShortDeadlineMs;
};

const speech = (children: Children) => createServiceSpeech({ children }) as Engine;
const music = (children: Children) => createServiceMusic({ children }) as Engine;
const video = (children: Children) => createServiceVideo({ children, painter, ffmpeg: null }) as Engine;

const spoken = (text: string): SpeechRequest => ({ makes: 'speech', lines: [{ text, startMs: null }], voice: 'en' });
const played = (durationMs: number): MusicRequest => ({
  makes: 'music',
  prompt: 'calm',
  durationMs,
  instrumental: true,
  seed: 1,
});
const empty = () => Readable.from([]);
const film = { width: 64, height: 64, captions: [] } as const;
const joined = (scenes: number): AssemblyRequest => ({
  ...film,
  makes: 'assembly',
  title: 'A film',
  clips: Array.from({ length: scenes }, () => empty),
  speech: null,
  music: null,
});
const measured = (scenes: number): ReportRequest => ({
  ...film,
  makes: 'report',
  film: empty,
  durationMs: scenes * limits.sceneMs,
  sceneStartsMs: Array.from({ length: scenes }, (_, n) => n * limits.sceneMs),
  hasSpeech: false,
  hasMusic: false,
});

test('work that a client waits for is short: any text of tts, any music of a call', async (t) => {
  t.true(await isShort(t, speech, spoken('a'.repeat(limits.ttsTextCharsMax))));
  t.true(await isShort(t, music, played(limits.musicSecondsMax * 1_000)));
});

test('a scene is short, and so are the film and the report of a few minutes', async (t) => {
  t.true(await isShort(t, video, clipOf({ startFrame: new Uint8Array(1) })));
  t.true(await isShort(t, video, joined(limits.filmShortScenesMax)));
  t.true(await isShort(t, video, measured(limits.filmShortScenesMax)));
});

test('the work of a long film is long, but for its scenes and its sounds', async (t) => {
  const line = { text: 'a'.repeat(limits.speechShortCharsMax), startMs: null };
  t.true(await isShort(t, speech, { makes: 'speech', lines: [line, line], voice: 'en' }));
  t.true(await isShort(t, music, played(limits.musicMsMax)));
  t.false(await isShort(t, video, joined(limits.filmShortScenesMax + 1)));
  t.false(await isShort(t, video, measured(limits.filmShortScenesMax + 1)));
});

test('the engine of films names its work as short or long as it is then made', async (t) => {
  const { isShort: named } = createServiceVideo({ children: {} as Children, painter, ffmpeg: null });
  for (const scenes of [1, limits.filmShortScenesMax, limits.filmShortScenesMax + 1]) {
    for (const request of [clipOf({ startFrame: new Uint8Array(1) }), joined(scenes), measured(scenes)]) {
      t.is(named?.(request.makes, scenes), await isShort(t, video, request), `${request.makes} of ${scenes}`);
    }
  }
});
