/** The engine that speaks: lines become one sound, made by a speaking machine in a child process. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { charactersIn } from '../../kernel/text.ts';
import type { Engine, SpeechRequest } from '../../ports/engine.ts';
import { createSoundEngine, type SoundEngineDeps } from '../sound/sound-engine.ts';
import { SPEECH_FILE, SPEECH_FORMAT, WORDS_FILE } from './speech-format.ts';
import { voiceOf, voices } from './voices.ts';

/** `partCharsMax`: of the lines that one job speaks. */
export const createServiceSpeech = (
  deps: SoundEngineDeps,
  partCharsMax: number = limits.speechShortCharsMax,
): Engine<SpeechRequest> =>
  createSoundEngine(deps, {
    name: 'service_speech',
    makes: ['speech'],
    voices,
    packages: ['@echogarden/espeak-ng-emscripten'],
    script: new URL('./make-speech.ts', import.meta.url),
    format: SPEECH_FORMAT,
    file: SPEECH_FILE,
    bounds: {
      memoryBytesMax: limits.speechMemoryBytesMax,
      heapMiB: limits.speechHeapMiB,
      deadlineMs: limits.speechDeadlineMs,
    },
    limitations: [
      'A machine speaks, plainly to be heard: a draft for timing and captions, not a recording.',
      'The voice of a film is that of the language of its words, as their script and common words tell it.',
      'Each language has one voice; Japanese is read from kana, and characters are named where they have no reading.',
    ],
    check,
    msMaxOf: () => limits.speechMsMax,
    partsOf: ({ lines, ...request }) =>
      partedLines(lines, partCharsMax).map((some) => {
        const part: SpeechRequest = { ...request, lines: some };
        return { part, length: charactersOf(some) <= limits.speechShortCharsMax ? 'short' : 'long' };
      }),
    attachmentsIn: async (folder) => [
      { name: 'words', contentType: 'application/json', content: await readFile(join(folder, WORDS_FILE)) },
    ],
  });

type Lines = SpeechRequest['lines'];

const charactersOf = (lines: Lines): number => lines.reduce((sum, { text }) => sum + charactersIn(text), 0);

/** Lines of at most so many characters together, or one line that has more. At least one part. */
const partedLines = (lines: Lines, charsMax: number): readonly Lines[] => {
  const parts: Lines[number][][] = [[]];
  let chars = 0;
  for (const line of lines) {
    const own = charactersIn(line.text);
    if (chars > 0 && chars + own > charsMax) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(line);
    chars += own;
  }
  return parts;
};

const check = ({ lines, voice }: SpeechRequest): void => {
  if (voiceOf(voice) === undefined) throw refused(`there is no voice ${voice}`);
  if (lines.length > limits.speechLinesMax) throw refused(`speech may have ${limits.speechLinesMax} lines`);
  const chars = charactersOf(lines);
  if (chars > limits.speechCharsMax) throw refused(`speech may have ${limits.speechCharsMax} characters, not ${chars}`);
  const isTime = (ms: number | null): boolean => ms === null || (ms >= 0 && ms < limits.speechMsMax);
  if (!lines.every(({ startMs }) => isTime(startMs))) throw refused(`lines begin from 0 to ${limits.speechMsMax} ms`);
};

const refused = (message: string): Fault => new Fault('rejected', message);
