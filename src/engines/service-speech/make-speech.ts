/** The job of the child process: lines become a file of sound and the times of their words, in the current folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import { filmLimits } from '../../kernel/limits/films.ts';
import type { Caption, SpeechRequest } from '../../ports/engine.ts';
import { createDraft, DRAFT_FILE, type Passage, type SoundJob } from '../sound/draft.ts';
import { master } from '../sound/master.ts';
import { createMachine } from './machine.ts';
import { SPEECH_FILE, SPEECH_FORMAT, WORDS_FILE } from './speech-format.ts';
import { voiceOf } from './voices.ts';
import { piecesOf, textOf, type Word, wordsOf } from './words.ts';
import { wordSpans } from './word-times.ts';

/** Against a click, should a word end with the sound. */
const FADE_SECONDS = 0.005;

const { rate, channels } = SPEECH_FORMAT;
const framesOf = (ms: number): number => Math.round((ms / 1_000) * rate);
const msOf = (frames: number): number => Math.round((frames / rate) * 1_000);

export const perform = async (input: unknown): Promise<number> => {
  const { part, from, earlier, isLast } = input as SoundJob<SpeechRequest>;
  const { lines, voice: id } = part;
  const voice = voiceOf(id);
  if (voice === undefined) throw new Fault('rejected', `there is no voice ${id}`);
  const machine = await createMachine(voice.machine);
  const draft = createDraft(channels);
  const captions: Caption[] = [];
  const framesSoFar = (): number => from + draft.frames();

  const add = (samples: Float32Array): void => {
    if (framesSoFar() + samples.length > framesOf(filmLimits.speechMsMax)) {
      throw new Fault('rejected', `speech may be ${filmLimits.speechMsMax} ms long: shorten the text`);
    }
    draft.add([samples]);
  };

  const say = (piece: readonly Word[]): void => {
    const { text, begins } = textOf(piece);
    const { samples, heard } = machine.speak(text);
    const before = framesSoFar();
    const spans = wordSpans(begins, Array.from(text).length, heard, samples);
    for (const [n, span] of spans.entries()) {
      const [startMs, endMs] = [msOf(before + span.from), msOf(before + span.to)];
      captions.push({ text: piece[n]?.text ?? '', startMs, endMs });
    }
    add(samples);
  };

  for (const { text, startMs } of lines) {
    // Silence until the line begins, a second at a time.
    for (let wait = framesOf(startMs ?? 0) - framesSoFar(); wait > 0; wait -= rate) {
      add(new Float32Array(Math.min(wait, rate)));
    }
    for (const piece of piecesOf(wordsOf(text, voice))) say(piece);
  }
  draft.end();
  if (isLast) {
    captions.unshift(...earlier.flatMap(wordsBeside));
    if (captions.length === 0) throw new Fault('rejected', 'no line has a word to say');
    const passages = [...earlier, { path: DRAFT_FILE, from }];
    master({ ...SPEECH_FORMAT, passages, frames: framesSoFar() }, SPEECH_FILE, FADE_SECONDS);
  }
  writeFileSync(WORDS_FILE, JSON.stringify(captions));
  return framesSoFar();
};

/** Of an earlier job. */
const wordsBeside = ({ path }: Passage): readonly Caption[] =>
  JSON.parse(readFileSync(join(dirname(path), WORDS_FILE), 'utf8')) as readonly Caption[];
