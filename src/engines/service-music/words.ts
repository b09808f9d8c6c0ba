/** Words of mood, pace and style, and the music that follows from each. */
import type { Table } from '../prompt/words.ts';
import type { InstrumentName, Role } from './instruments.ts';
import type { Beat } from './patterns.ts';
import type { ScaleName } from './harmony.ts';

export const moodWords = {
  happy: 'happy, joyful, cheerful, joy, sunny, bright, celebration, festive, party, fun, uplifting',
  sad: 'sad, melancholy, melancholic, sorrow, sorrowful, grief, tragic, mournful, lonely, loss, heartbreak, rain',
  tense: 'tense, suspense, suspenseful, thriller, danger, chase, urgent, anxious, nervous, action, pursuit, heist',
  dark: 'dark, horror, scary, creepy, eerie, ominous, sinister, menacing, haunted, doom, gothic, evil, nightmare',
  calm: 'calm, peaceful, relaxing, relaxed, serene, gentle, soft, quiet, meditation, soothing, sleep, dreamy',
  epic: 'epic, heroic, triumphant, majestic, grand, battle, victory, cinematic, powerful, adventure, glorious, trailer',
  romantic: 'romantic, love, tender, warm, wedding, intimate, nostalgic, sentimental, emotional, passion',
  playful: 'playful, quirky, funny, comic, comedy, whimsical, cartoon, silly, mischievous, children, circus',
  mysterious: 'mysterious, mystery, magical, magic, mystical, enchanted, space, ethereal, strange, fantasy, curious',
  hopeful: 'hopeful, hope, inspiring, inspirational, optimistic, motivational, corporate, dawn, sunrise, morning, new',
  angry: 'angry, rage, aggressive, furious, violent, brutal, fierce, intense, war, fight',
} as const satisfies Table<string>;

export type Mood = keyof typeof moodWords;

export type Character = {
  readonly scale: ScaleName;
  /** Beats a minute where the prompt names no pace. */
  readonly bpm: readonly [low: number, high: number];
  /** 0 is hardly anything, 1 all that there is. */
  readonly energy: number;
};

export const characters: Readonly<Record<Mood, Character>> = {
  happy: { scale: 'major', bpm: [112, 132], energy: 0.7 },
  sad: { scale: 'minor', bpm: [58, 72], energy: 0.2 },
  tense: { scale: 'harmonicMinor', bpm: [120, 144], energy: 0.8 },
  dark: { scale: 'phrygian', bpm: [64, 84], energy: 0.4 },
  calm: { scale: 'major', bpm: [60, 76], energy: 0.15 },
  epic: { scale: 'minor', bpm: [88, 108], energy: 0.95 },
  romantic: { scale: 'major', bpm: [68, 84], energy: 0.3 },
  playful: { scale: 'mixolydian', bpm: [112, 136], energy: 0.55 },
  mysterious: { scale: 'dorian', bpm: [72, 92], energy: 0.35 },
  hopeful: { scale: 'lydian', bpm: [92, 112], energy: 0.55 },
  angry: { scale: 'phrygian', bpm: [132, 156], energy: 1 },
};

export const paceWords = {
  slowest: 'very slow, largo, grave, lento, extremely slow',
  slow: 'slow, adagio, ballad, slowly, downtempo, larghetto',
  moderate: 'moderate, andante, mid tempo, midtempo, medium tempo, moderato, walking',
  fast: 'fast, allegro, upbeat, quick, lively, driving, energetic, up tempo, uptempo, dance, vivace, running',
  fastest: 'very fast, presto, frantic, frenetic, hectic, extremely fast, prestissimo',
} as const satisfies Table<string>;

export const paces: Readonly<Record<keyof typeof paceWords, readonly [low: number, high: number]>> = {
  slowest: [44, 54],
  slow: [58, 72],
  moderate: [84, 104],
  fast: [126, 146],
  fastest: [160, 184],
};

export const styleWords = {
  orchestral: 'orchestral, orchestra, symphonic, symphony, film score, soundtrack, score',
  rock: 'rock, metal, punk, grunge, band',
  jazz: 'jazz, swing, blues, lounge, bebop, noir, smoky',
  electronic: 'electronic, techno, house, edm, trance, synthwave, dance, club, futuristic, sci fi, cyberpunk, neon',
  hiphop: 'hip hop, hiphop, trap, lo fi, lofi, rap, chillhop, boom bap',
  folk: 'folk, country, acoustic, bluegrass, celtic, irish, western, campfire, indie',
  ambient: 'ambient, drone, atmospheric, atmosphere, soundscape, minimal, spa',
  classical: 'classical, baroque, chamber, sonata, solo, etude, waltz, minuet',
  pop: 'pop, corporate, commercial, advert, jingle, motivational, modern',
} as const satisfies Table<string>;

export type Style = keyof typeof styleWords;

export type Ensemble = Readonly<Record<Role, InstrumentName | null>> & {
  readonly beat: Beat | null;
  readonly playing: 'broken' | 'struck' | 'strummed' | 'held';
};

export const ensembles: Readonly<Record<Style, Ensemble>> = {
  orchestral: { lead: 'horn', chords: 'harp', pad: 'strings', bass: 'doubleBass', beat: 'toms', playing: 'broken' },
  rock: {
    lead: 'electricGuitar',
    chords: 'distortedGuitar',
    pad: null,
    bass: 'bassGuitar',
    beat: 'rock',
    playing: 'strummed',
  },
  jazz: { lead: 'saxophone', chords: 'piano', pad: null, bass: 'doubleBass', beat: 'swing', playing: 'struck' },
  electronic: {
    lead: 'synthLead',
    chords: 'electricPiano',
    pad: 'synthPad',
    bass: 'synthBass',
    beat: 'four',
    playing: 'broken',
  },
  hiphop: {
    lead: 'vibraphone',
    chords: 'electricPiano',
    pad: null,
    bass: 'synthBass',
    beat: 'hiphop',
    playing: 'struck',
  },
  folk: { lead: 'fiddle', chords: 'steelGuitar', pad: null, bass: 'doubleBass', beat: 'shaker', playing: 'strummed' },
  ambient: { lead: 'panFlute', chords: 'harp', pad: 'synthPad', bass: null, beat: null, playing: 'held' },
  classical: { lead: 'violin', chords: 'piano', pad: 'strings', bass: 'cello', beat: null, playing: 'broken' },
  pop: { lead: 'piano', chords: 'guitar', pad: 'strings', bass: 'bassGuitar', beat: 'pop', playing: 'broken' },
};

/** Where a prompt names no style. */
export const stylesByMood: Readonly<Record<Mood, readonly [Style, ...Style[]]>> = {
  happy: ['pop', 'folk'],
  sad: ['classical', 'orchestral'],
  tense: ['orchestral', 'electronic'],
  dark: ['orchestral', 'ambient'],
  calm: ['ambient', 'classical'],
  epic: ['orchestral'],
  romantic: ['classical', 'pop'],
  playful: ['folk', 'classical'],
  mysterious: ['ambient', 'orchestral'],
  hopeful: ['pop', 'orchestral'],
  angry: ['rock', 'electronic'],
};

export const waltzWords = 'waltz, minuet, three four, 3 4, 3/4';
