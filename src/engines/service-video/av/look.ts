/** The head of a film, its pictures and its texts. */
import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_SUBTITLE, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { avGetPixFmtName, Codec, type Stream } from 'node-av/lib';
import type { Caption } from '../../../ports/engine.ts';
import { FILMS } from '../tools/allowed.ts';
import type { FilmHead, FilmTools } from '../tools/film-tools.ts';
import { closeInput, framesOf, openInput, packetsOf, streamOf } from './input.ts';

const codecOf = ({ codecpar }: Stream): string => Codec.findDecoder(codecpar.codecId)?.name ?? 'unknown';

const streamHead = (stream: Stream): FilmHead['streams'][number] => {
  const { codecpar, avgFrameRate, nbFrames, timeBase } = stream;
  const { width, height, colorSpace, colorRange } = codecpar;
  const codec = codecOf(stream);
  switch (codecpar.codecType) {
    case AVMEDIA_TYPE_VIDEO: {
      const description = codecpar.extradata?.toString('hex') ?? '';
      return {
        kind: 'video',
        codec,
        pixels: avGetPixFmtName(codecpar.format as never) ?? '',
        width,
        height,
        framesPerSecond: avgFrameRate.toDouble(),
        frames: Number(nbFrames),
        setUp: [description, timeBase.toString(), colorSpace, colorRange].join(' '),
      };
    }
    case AVMEDIA_TYPE_AUDIO:
      return { kind: 'sound', codec, rate: codecpar.sampleRate, channels: codecpar.channelLayout.nbChannels };
    case AVMEDIA_TYPE_SUBTITLE:
      return { kind: 'text' };
    default:
      return { kind: 'other' };
  }
};

export const headOf: FilmTools['headOf'] = async (path, thing) => {
  const input = await openInput(path, thing, FILMS);
  const streams = input.format.streams.map(streamHead);
  let startsWhole = false;
  for await (const packet of packetsOf(input)) {
    startsWhole = packet.isKeyframe;
    break;
  }
  const durationMs = Number(input.format.duration) / 1_000;
  await closeInput(input);
  return { durationMs, startsWhole, streams };
};

export const picturesOf: FilmTools['picturesOf'] = async function* picturesOf(path, thing) {
  const input = await openInput(path, thing, FILMS);
  const stream = streamOf(input, 'video');
  for await (const frame of framesOf(input, stream)) {
    const { width, height } = frame;
    const luma = { data: frame.data?.[0] ?? new Uint8Array(), stride: frame.linesize[0] ?? 0 };
    yield { width, height, luma, seconds: Number(frame.pts) * stream.timeBase.toDouble() };
  }
  await closeInput(input);
};

/** Two bytes of length, then the text. A sample without a text is a gap. */
export const textsOf: FilmTools['textsOf'] = async (path, thing) => {
  const input = await openInput(path, thing, FILMS);
  const index = input.format.streams.findIndex(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_SUBTITLE);
  const perMs = (input.format.streams[index]?.timeBase.toDouble() ?? 0) * 1_000;
  const texts: Caption[] = [];
  if (index >= 0) {
    for await (const packet of packetsOf(input)) {
      const text = packet.data?.subarray(2).toString() ?? '';
      if (packet.streamIndex !== index || text === '') continue;
      const startMs = Number(packet.pts) * perMs;
      texts.push({ text, startMs, endMs: startMs + Number(packet.duration) * perMs });
    }
  }
  await closeInput(input);
  return texts;
};
