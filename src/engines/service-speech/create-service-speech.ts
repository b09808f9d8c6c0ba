/** The engine that speaks: lines become one sound, made by a speaking machine in a child process. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { charactersIn } from '../../kernel/text.ts';
import type { Done, Engine, Scratch, SpeechRequest } from '../../ports/engine.ts';
import type { Children } from '../child/children.ts';
import { areInstalled, type Resolve } from '../prompt/installed.ts';
import { soundAnswer, soundJobBytesMax } from '../sound/sound-job.ts';
import { streamedFile } from '../sound/streamed-file.ts';
import { SPEECH_FILE, SPEECH_FORMAT, WORDS_FILE } from './speech-format.ts';
import { voiceOf, voices } from './voices.ts';

const PACKAGES = ['@echogarden/espeak-ng-emscripten'];

const LIMITATIONS = [
  'A machine speaks, plainly to be heard: a draft for timing and captions, not a recording.',
  'The voice of a film is that of the language of its words, as their script and common words tell it.',
  'Each language has one voice; Japanese is read from kana, and characters are named where they have no reading.',
];
const NOT_INSTALLED = `Not available here: the optional package ${PACKAGES.join()} is not installed.`;

const refused = (message: string): Fault => new Fault('rejected', message);

const charactersOf = (lines: SpeechRequest['lines']): number =>
  lines.reduce((sum, { text }) => sum + charactersIn(text), 0);

const deadlineOf = ({ lines }: SpeechRequest): number =>
  charactersOf(lines) <= limits.speechShortCharsMax ? limits.childShortDeadlineMs : limits.speechDeadlineMs;

const check = ({ lines, voice }: SpeechRequest): void => {
  if (voiceOf(voice) === undefined) throw refused(`there is no voice ${voice}`);
  if (lines.length > limits.speechLinesMax) throw refused(`speech may have ${limits.speechLinesMax} lines`);
  const chars = charactersOf(lines);
  if (chars > limits.speechCharsMax) throw refused(`speech may have ${limits.speechCharsMax} characters, not ${chars}`);
  const isTime = (ms: number | null): boolean => ms === null || (ms >= 0 && ms < limits.speechMsMax);
  if (!lines.every(({ startMs }) => isTime(startMs))) throw refused(`lines begin from 0 to ${limits.speechMsMax} ms`);
};

export type ServiceSpeechDeps = {
  readonly children: Children;
  /** Of the optional packages; as an import here unless stated. */
  readonly resolve?: Resolve;
};

export const createServiceSpeech = ({ children, resolve }: ServiceSpeechDeps) => {
  const installed = areInstalled(PACKAGES, resolve);

  const perform = async (_: string, request: SpeechRequest, scratch: Scratch, signal: AbortSignal): Promise<Done> => {
    if (!installed) throw new Fault('unavailable', NOT_INSTALLED);
    check(request);
    const { value, folder } = await children.run(
      {
        script: new URL('./make-speech.ts', import.meta.url),
        input: request,
        bounds: {
          memoryBytesMax: limits.speechMemoryBytesMax,
          outputBytesMax: soundJobBytesMax(SPEECH_FORMAT, limits.speechMsMax),
          deadlineMs: deadlineOf(request),
          heapMiB: limits.speechHeapMiB,
        },
        read: soundAnswer,
      },
      scratch,
      signal,
    );
    const words = await readFile(join(folder, WORDS_FILE));
    return {
      kind: 'done',
      output: {
        contentType: 'audio/wav',
        content: streamedFile(join(folder, SPEECH_FILE)),
        durationMs: Math.round((value.frames / SPEECH_FORMAT.rate) * 1_000),
        attachments: [{ name: 'words', contentType: 'application/json', content: words }],
      },
    };
  };

  return Object.freeze({
    name: 'service_speech',
    version: '1',
    makes: ['speech'],
    // Nothing is charged and the key plays no part: a second call says the same.
    repeat: 'safe',
    // Time at the gate is part of it, while others have their turns.
    deadlineMs: 2 * limits.speechDeadlineMs,
    inFlightMax: 2 * limits.childrenMax,
    ...(installed ? {} : { notInstalled: NOT_INSTALLED }),
    limitations: installed ? LIMITATIONS : [NOT_INSTALLED, ...LIMITATIONS],
    voices,
    available: async () => Promise.resolve(installed),
    perform,
  } satisfies Engine<SpeechRequest>);
};
