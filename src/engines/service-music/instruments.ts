/** The instruments that a prompt can ask for, with their places in General MIDI. */
import type { Table } from '../prompt/words.ts';

/** `lead` plays melodies, `chords` plays them broken or struck, `pad` holds them. */
export type Role = 'lead' | 'chords' | 'pad' | 'bass';

export type Instrument = {
  /** Program of General MIDI, from 0. */
  readonly program: number;
  /** The role that it takes when it is asked for; others follow when that one is taken. */
  readonly roles: readonly Role[];
  /** MIDI keys that sound well. */
  readonly low: number;
  readonly high: number;
};

const instrument = (program: number, roles: readonly Role[], low: number, high: number): Instrument => ({
  program,
  roles,
  low,
  high,
});

export const instruments = {
  piano: instrument(0, ['chords', 'lead'], 48, 84),
  electricPiano: instrument(4, ['chords', 'lead'], 48, 84),
  harpsichord: instrument(6, ['chords', 'lead'], 48, 84),
  celesta: instrument(8, ['lead', 'chords'], 60, 96),
  musicBox: instrument(10, ['lead', 'chords'], 60, 96),
  vibraphone: instrument(11, ['lead', 'chords'], 55, 86),
  marimba: instrument(12, ['chords', 'lead'], 48, 84),
  bells: instrument(14, ['lead', 'chords'], 60, 84),
  organ: instrument(19, ['pad', 'chords'], 48, 79),
  accordion: instrument(21, ['lead', 'pad'], 53, 84),
  harmonica: instrument(22, ['lead'], 60, 86),
  guitar: instrument(24, ['chords', 'lead'], 48, 79),
  steelGuitar: instrument(25, ['chords', 'lead'], 48, 79),
  electricGuitar: instrument(27, ['chords', 'lead'], 48, 82),
  distortedGuitar: instrument(30, ['chords', 'lead'], 40, 76),
  doubleBass: instrument(32, ['bass'], 28, 52),
  bassGuitar: instrument(33, ['bass'], 28, 52),
  synthBass: instrument(38, ['bass'], 28, 52),
  violin: instrument(40, ['lead', 'pad'], 60, 91),
  cello: instrument(42, ['lead', 'bass'], 40, 69),
  harp: instrument(46, ['chords', 'lead'], 48, 88),
  strings: instrument(48, ['pad', 'lead'], 48, 84),
  synthStrings: instrument(50, ['pad'], 48, 84),
  choir: instrument(52, ['pad', 'lead'], 52, 79),
  trumpet: instrument(56, ['lead', 'pad'], 57, 82),
  trombone: instrument(57, ['lead', 'pad'], 45, 70),
  tuba: instrument(58, ['bass', 'lead'], 28, 55),
  horn: instrument(60, ['lead', 'pad'], 48, 74),
  brass: instrument(61, ['pad', 'lead'], 48, 76),
  saxophone: instrument(66, ['lead'], 50, 78),
  oboe: instrument(68, ['lead'], 60, 86),
  bassoon: instrument(70, ['lead', 'bass'], 40, 67),
  clarinet: instrument(71, ['lead'], 55, 86),
  piccolo: instrument(72, ['lead'], 74, 100),
  flute: instrument(73, ['lead'], 62, 93),
  panFlute: instrument(75, ['lead'], 60, 88),
  synthLead: instrument(81, ['lead'], 55, 84),
  synthPad: instrument(89, ['pad'], 48, 84),
  sitar: instrument(104, ['lead', 'chords'], 52, 79),
  banjo: instrument(105, ['chords', 'lead'], 50, 79),
  koto: instrument(107, ['lead', 'chords'], 52, 82),
  kalimba: instrument(108, ['chords', 'lead'], 55, 84),
  bagpipe: instrument(109, ['lead'], 60, 82),
  fiddle: instrument(110, ['lead'], 60, 88),
} as const satisfies Readonly<Record<string, Instrument>>;

export type InstrumentName = keyof typeof instruments;

export const instrumentWords: Table<InstrumentName> = {
  piano: 'piano, pianos, grand piano, upright piano, keys, keyboard',
  electricPiano: 'electric piano, rhodes, wurlitzer',
  harpsichord: 'harpsichord',
  celesta: 'celesta, glockenspiel',
  musicBox: 'music box',
  vibraphone: 'vibraphone, vibes',
  marimba: 'marimba, xylophone',
  bells: 'bells, tubular bells, bell, chimes',
  organ: 'organ, church organ',
  accordion: 'accordion, bandoneon',
  harmonica: 'harmonica',
  guitar: 'guitar, guitars, nylon guitar, classical guitar, spanish guitar',
  steelGuitar: 'acoustic guitar, steel guitar, ukulele, mandolin',
  electricGuitar: 'electric guitar, electric guitars',
  distortedGuitar: 'distorted guitar, distorted guitars, heavy guitar, heavy guitars, power chords, riff, riffs',
  doubleBass: 'double bass, upright bass, contrabass',
  bassGuitar: 'bass guitar, electric bass, bass, bassline',
  synthBass: 'synth bass, sub bass, 808',
  violin: 'violin, violins, viola',
  cello: 'cello, cellos',
  harp: 'harp, harps, lyre',
  strings: 'strings, string section, string quartet, orchestra strings, string',
  synthStrings: 'synth strings',
  choir: 'choir, chorus, choral, voices, vocals, singing, vocal',
  trumpet: 'trumpet, trumpets, fanfare, bugle',
  trombone: 'trombone, trombones',
  tuba: 'tuba',
  horn: 'horn, french horn, french horns',
  brass: 'brass, horns, brass section, brass band',
  saxophone: 'saxophone, sax, tenor sax',
  oboe: 'oboe',
  bassoon: 'bassoon',
  clarinet: 'clarinet',
  piccolo: 'piccolo, whistle, tin whistle',
  flute: 'flute, flutes, recorder, woodwinds',
  panFlute: 'pan flute, panpipes, shakuhachi',
  synthLead: 'synth, synths, synthesizer, synthesizers, lead synth, chiptune, 8 bit',
  synthPad: 'pad, pads, synth pad, synth pads',
  sitar: 'sitar',
  banjo: 'banjo',
  koto: 'koto, shamisen',
  kalimba: 'kalimba, thumb piano',
  bagpipe: 'bagpipe, bagpipes',
  fiddle: 'fiddle',
};

export const drumWords = 'drums, drum, percussion, beat, beats, drumming, rhythm section, drum kit';
