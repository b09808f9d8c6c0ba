/** One look at one file. Runs on a thread that ends with it: a parser may hang on a hostile file. */
import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  type InputTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  UnsupportedInputFormatError,
  WAVE,
  WEBM,
} from 'mediabunny';
import { filmLimits } from '../../kernel/limits/films.ts';
import type { Media, MediaBounds, MediaRefusal, MediaTrack, Probed } from '../../ports/media-probe.ts';

/** No playlist is among them: a file names no other file, and no host. */
const CONTAINERS: ReadonlyMap<InputFormat, Media['container']> = new Map<InputFormat, Media['container']>([
  [MP4, 'mp4'],
  [QTFF, 'mov'],
  [WEBM, 'webm'],
  [MATROSKA, 'matroska'],
  [WAVE, 'wav'],
  [MP3, 'mp3'],
  [OGG, 'ogg'],
  [ADTS, 'aac'],
  [FLAC, 'flac'],
]);

/** The parser's own errors are refusals: they say that it did not understand the file. */
export const inspect = async (path: string, bounds: MediaBounds): Promise<Probed> => {
  const input = new Input({ source: new FilePathSource(path), formats: [...CONTAINERS.keys()] });
  try {
    const container = CONTAINERS.get(await input.getFormat());
    if (container === undefined) return refused('unknown_format');
    const found = await input.getTracks();
    if (found.length > filmLimits.mediaTracksMax) return refused('too_many_tracks');
    const tracks: MediaTrack[] = [];
    let durationMs = 0;
    for (const track of found) {
      const seen = await trackOf(track);
      if (typeof seen === 'string') return refused(seen);
      const endMs = await endOf(track);
      if (endMs === null) return refused('broken');
      if (endMs > bounds.durationMaxMs) return refused('too_long');
      durationMs = Math.max(durationMs, endMs);
      tracks.push(seen);
    }
    if (tracks.length === 0) return refused('no_track');
    return { kind: 'media', media: { container, durationMs, tracks } };
  } catch (error) {
    return refused(error instanceof UnsupportedInputFormatError ? 'unknown_format' : 'broken');
  } finally {
    input.dispose();
  }
};

const refused = (why: MediaRefusal): Probed => ({ kind: 'refused', why });

const trackOf = async (track: InputTrack): Promise<MediaTrack | MediaRefusal> => {
  if (track.isAudioTrack()) {
    const codec = await track.getCodec();
    if (codec === null) return 'unknown_codec';
    return {
      kind: 'audio',
      codec,
      sampleRate: await track.getSampleRate(),
      channels: await track.getNumberOfChannels(),
    };
  }
  const codec = track.isVideoTrack() ? await track.getCodec() : null;
  if (!track.isVideoTrack() || codec === null) return 'unknown_codec';
  const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()];
  return width * height > filmLimits.mediaPixelsMax ? 'too_many_pixels' : { kind: 'video', codec, width, height };
};

/** In milliseconds: the end of the last packet, whose bytes are read. Null where it is not there. */
const endOf = async (track: InputTrack): Promise<number | null> => {
  const last = await new EncodedPacketSink(track).getPacket(Infinity);
  if (last === null || last.data.byteLength === 0) return null;
  const endMs = Math.round((last.timestamp + last.duration) * 1_000);
  return Number.isFinite(endMs) && endMs > 0 ? endMs : null;
};
