/**
 * Engines of clips, films, music and speech that cost nothing. Their outputs are no media, only bytes that say what was
 * asked for. A request whose words have `REFUSED` is one that the engine refuses.
 */
import { describeVideo } from '../../../src/engines/service-video/description.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import type {
  AssemblyRequest,
  Caption,
  ClipRequest,
  Done,
  Engine,
  EngineRequest,
  MusicRequest,
  Output,
  ReportRequest,
  SpeechRequest,
  Streamed,
  Voice,
} from '../../../src/ports/engine.ts';
import type { Makers } from '../../../src/main/core.ts';
import { quickEngine, quickMakers, refuse } from './quick-makers.ts';

/** A request as a test looks at it: pictures and streams by the hash of their bytes. */
export type MediaCall = { readonly attemptKey: string; readonly makes: EngineRequest['makes'] } & Readonly<
  Record<string, unknown>
>;

type OnCall = (call: MediaCall, signal: AbortSignal) => void | Promise<void>;
type Changes = Partial<Omit<Engine, 'perform' | 'makes'>>;

const hashOf = async (stream: Streamed | null): Promise<string | null> =>
  stream === null ? null : sha256(Buffer.concat(await Array.fromAsync(stream())));

/** The request with hashes in the place of what is no plain value. */
const told = async (request: EngineRequest): Promise<Readonly<Record<string, unknown>>> => {
  switch (request.makes) {
    case 'image':
      return { ...request, references: request.references.map(sha256) };
    case 'clip':
      return { ...request, startFrame: request.startFrame === null ? null : sha256(request.startFrame) };
    case 'assembly':
      return {
        ...request,
        clips: await Promise.all(request.clips.map(hashOf)),
        speech: await hashOf(request.speech),
        music: await hashOf(request.music),
      };
    case 'report':
      return { ...request, film: await hashOf(request.film) };
    default:
      return { ...request };
  }
};

const mediaEngine = <R extends EngineRequest>(
  name: string,
  makes: readonly R['makes'][],
  outputOf: (request: R, text: Buffer) => Output,
  onCall: OnCall | undefined,
  changes: Changes = {},
): Engine<R> => ({
  name,
  version: 'quick',
  makes,
  repeat: 'safe',
  deadlineMs: 60_000,
  inFlightMax: 16,
  limitations: ['media of nothing'],
  available: async () => Promise.resolve(true),
  perform: async (attemptKey, request, _, signal): Promise<Done> => {
    const asked = await told(request);
    const text = Buffer.from(JSON.stringify(asked));
    await onCall?.({ attemptKey, ...asked, makes: request.makes }, signal);
    refuse(text.toString());
    return { kind: 'done', output: outputOf(request, text) };
  },
  ...changes,
});

/** Content that is read piece by piece, as that of a file. */
const streamed = (text: Buffer): Streamed =>
  async function* chunks() {
    yield await Promise.resolve(text);
  };

export const quickMusic = (onCall?: OnCall, changes: Changes = {}): Engine<MusicRequest> =>
  mediaEngine<MusicRequest>(
    'service_music',
    ['music'],
    ({ durationMs }, text) => ({ contentType: 'audio/flac', content: streamed(text), durationMs }),
    onCall,
    changes,
  );

const VOICES: readonly Voice[] = [
  { id: 'en-one', name: 'One', language: 'en' },
  { id: 'de-one', name: 'Eins', language: 'de' },
];

/** Each word takes a fifth of a second. */
export const WORD_MS = 200;

export const wordsSaid = ({ lines }: SpeechRequest): readonly Caption[] => {
  let now = 0;
  return lines.flatMap(({ text, startMs }) => {
    now = Math.max(now, startMs ?? 0);
    return text.split(' ').map((word) => {
      const caption = { text: word, startMs: now, endMs: now + WORD_MS };
      now += WORD_MS;
      return caption;
    });
  });
};

export const quickSpeech = (onCall?: OnCall): Engine<SpeechRequest> => ({
  ...mediaEngine<SpeechRequest>(
    'service_speech',
    ['speech'],
    (request, text) => {
      const words = wordsSaid(request);
      return {
        contentType: 'audio/flac',
        content: streamed(text),
        durationMs: words.at(-1)?.endMs ?? 0,
        attachments: [{ name: 'words', contentType: 'application/json', content: Buffer.from(JSON.stringify(words)) }],
      };
    },
    onCall,
  ),
  voices: VOICES,
});

type FilmRequest = ClipRequest | AssemblyRequest | ReportRequest;

const report = { verdict: 'pass', score: 100, checks: [{ name: 'duration', value: 60, threshold: 60, passed: true }] };

export const quickVideo = (onCall?: OnCall, changes: Changes = {}): Engine<FilmRequest> => ({
  sounds: describeVideo(null).sounds,
  ...mediaEngine<FilmRequest>(
    'service_video',
    ['clip', 'assembly', 'report'],
    (request, text) => {
      if (request.makes === 'report') {
        return { contentType: 'application/json', content: Buffer.from(JSON.stringify(report)) };
      }
      const { width, height } = request;
      const film = { contentType: 'video/mp4', content: streamed(text), width, height };
      if (request.makes === 'clip') return { ...film, durationMs: request.durationMs };
      const captions = `WEBVTT\n\n${request.captions.map((caption) => caption.text).join('\n')}`;
      return {
        ...film,
        durationMs: request.clips.length * 5_000,
        attachments: [{ name: 'captions', contentType: 'text/vtt', content: Buffer.from(captions) }],
      };
    },
    onCall,
    changes,
  ),
});

/** Makers of everything. */
export const mediaMakers = (onCall?: OnCall): Makers =>
  quickMakers(quickEngine(), quickMusic(onCall), quickSpeech(onCall), quickVideo(onCall));
