/** RIFF WAVE files of 16-bit samples: every browser plays them, and no encoder is needed. */

export type WavFormat = { readonly rate: number; readonly channels: 1 | 2 };

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Of a file with so many frames; a frame has one sample of each channel. */
export const wavBytes = ({ channels }: Pick<WavFormat, 'channels'>, frames: number): number =>
  HEADER_BYTES + frames * channels * SAMPLE_BYTES;

export const wavHeader = ({ rate, channels }: WavFormat, frames: number): Uint8Array => {
  const header = Buffer.alloc(HEADER_BYTES);
  const frameBytes = channels * SAMPLE_BYTES;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(wavBytes({ channels }, frames) - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(frames * frameBytes, 40);
  return header;
};
