/** How films are encoded, in every form of FFmpeg. */
import { readFileSync } from 'node:fs';
import { arch } from 'node:os';

/** Two seconds: a player that seeks decodes so much at most. */
export const GOP = 48;
/** Constant quality: SSIM 0.98 of drawn and photographed stills, about 2 MB for 5 s at 768P. */
const QUALITY = 21;

/**
 * Instructions that give the same bits on every x64 machine: with those of AVX-512 the bits follow from addresses in
 * memory. Of a machine that has not said what it has, the older ones are asked for.
 */
const instructions = (): string => {
  if (arch() !== 'x64') return '';
  try {
    return /^flags\s*:.*\bavx2\b/m.test(readFileSync('/proc/cpuinfo', 'latin1')) ? ':asm=avx2' : ':asm=sse4.2';
  } catch {
    return ':asm=sse4.2';
  }
};

/**
 * Options of x264. One thread, no cut by content, headers that do not differ from scene to scene: so that scenes join
 * by copy.
 */
export const h264Options = (): Readonly<Record<string, string>> => ({
  preset: 'veryfast',
  crf: String(QUALITY),
  'x264-params':
    `threads=1:lookahead-threads=1:sliced-threads=0:keyint=${String(GOP)}:min-keyint=${String(GOP)}` +
    `:scenecut=0:open-gop=0:stitchable=1:force-cfr=1:nal-hrd=none${instructions()}`,
});

/** Bits a second of AAC. */
export const AAC_BIT_RATE = 160_000;

/** Bit-exact: without the time of its making, a file made twice is the same. */
export const MP4_OPTIONS = { fflags: '+bitexact', movflags: '+faststart' } as const;
