/** The head of a film, its pictures and its texts. */
import type { Caption } from '../../../ports/engine.ts';
import { FILMS } from '../tools/allowed.ts';
import type { FilmHead, Picture } from '../tools/film-tools.ts';
import { fileInput } from './arguments.ts';
import { probeBeside } from './programs.ts';
import { piecesOf, startRun, unreadable } from './run.ts';
import { Fault } from '../../../kernel/faults.ts';

const PIECE_BYTES = 64 * 1_024;

const outputOf = async (program: string, words: readonly string[], thing: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(startRun(program, words), PIECE_BYTES, unreadable(thing))) {
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
};

const probed = async (ffmpeg: string, path: string, thing: string, words: readonly string[]): Promise<string> =>
  (await outputOf(probeBeside(ffmpeg), [...words, ...fileInput(path, FILMS)], thing)).toString();

type Fields = Readonly<Partial<Record<string, string | number>>>;
type Probed = { readonly streams?: readonly Fields[]; readonly packets?: readonly Fields[]; readonly format?: Fields };

const STREAM = 'codec_type,codec_name,pix_fmt,width,height,color_range,color_space,avg_frame_rate,time_base,nb_frames';
const SHOWN = `stream=${STREAM},sample_rate,channels,extradata_hash:format=duration:packet=flags`;

const quotient = (text: unknown): number => {
  const [above = 0, below = 1] = String(text).split('/').map(Number);
  return above / below;
};

const streamHead = (fields: Fields): FilmHead['streams'][number] => {
  const codec = String(fields['codec_name'] ?? 'unknown');
  const number = (name: string): number => Number(fields[name] ?? 0);
  switch (fields['codec_type']) {
    case 'video': {
      const setUp = ['extradata_hash', 'time_base', 'color_space', 'color_range'].map((name) => fields[name]);
      return {
        kind: 'video',
        codec,
        pixels: String(fields['pix_fmt']),
        width: number('width'),
        height: number('height'),
        framesPerSecond: quotient(fields['avg_frame_rate']),
        frames: number('nb_frames'),
        setUp: setUp.join(' '),
      };
    }
    case 'audio':
      return { kind: 'sound', codec, rate: number('sample_rate'), channels: number('channels') };
    case 'subtitle':
      return { kind: 'text' };
    default:
      return { kind: 'other' };
  }
};

export const headOf = async (ffmpeg: string, path: string, thing: string): Promise<FilmHead> => {
  const words = ['-of', 'json', '-show_data_hash', 'md5', '-show_entries', SHOWN, '-read_intervals', '%+#1'];
  const { streams, packets, format } = JSON.parse(await probed(ffmpeg, path, thing, words)) as Probed;
  return {
    durationMs: Number(format?.['duration'] ?? 0) * 1_000,
    startsWhole: String(packets?.[0]?.['flags']).startsWith('K'),
    streams: (streams ?? []).map(streamHead),
  };
};

/** Rows of numbers, one for each packet of a kind of stream. */
const packetsOf = async (
  ffmpeg: string,
  path: string,
  thing: string,
  { kind, fields }: { readonly kind: 'v' | 's'; readonly fields: string },
): Promise<readonly (readonly number[])[]> => {
  const words = ['-select_streams', `${kind}:0`, '-show_entries', `packet=${fields}`, '-of', 'csv=p=0'];
  const text = await probed(ffmpeg, path, thing, words);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split(',').map(Number)]));
};

/** The bytes of the pictures tell no times: those are of the packets, in the order in which they are shown. */
export async function* picturesOf(ffmpeg: string, path: string, thing: string): AsyncGenerator<Picture> {
  const { streams } = await headOf(ffmpeg, path, thing);
  const video = streams.find((stream) => stream.kind === 'video');
  if (video === undefined) throw new Fault('rejected', `${thing} has no video`);
  const { width, height } = video;
  const packets = await packetsOf(ffmpeg, path, thing, { kind: 'v', fields: 'pts_time' });
  const times = Float64Array.from(packets, ([time = Number.NaN]) => time).toSorted();
  const decode = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-vf', 'extractplanes=y', '-pix_fmt', 'gray'];
  const words = ['-nostdin', '-xerror', ...fileInput(path, FILMS), ...decode, '-f', 'rawvideo', 'pipe:1'];
  let count = 0;
  for await (const data of piecesOf(startRun(ffmpeg, words), width * height, unreadable(thing))) {
    yield { width, height, luma: { data, stride: width }, seconds: times[count] ?? Infinity };
    count += 1;
  }
}

/** Two bytes of length, then the text. A sample without a text is a gap. */
export const textsOf = async (ffmpeg: string, path: string, thing: string): Promise<readonly Caption[]> => {
  const fields = 'pts_time,duration_time,size';
  const packets = await packetsOf(ffmpeg, path, thing, { kind: 's', fields });
  if (packets.length === 0) return [];
  const copy = ['-map', '0:s:0', '-c', 'copy', '-f', 'data', 'pipe:1'];
  const bytes = await outputOf(ffmpeg, ['-nostdin', ...fileInput(path, FILMS), ...copy], thing);
  const texts: Caption[] = [];
  let at = 0;
  for (const [seconds = 0, lasts = 0, size = 0] of packets) {
    const text = bytes.subarray(at + 2, at + size).toString();
    at += size;
    if (text !== '')
      texts.push({ text, startMs: Math.round(seconds * 1e3), endMs: Math.round((seconds + lasts) * 1e3) });
  }
  return texts;
};
