/** Hosts elsewhere, as a test has them: no packet leaves. */
import type { StreamProbe } from '../../../src/ports/media-probe.ts';
import type { Outbound, OutboundCall, OutboundRefusal } from '../../../src/ports/outbound.ts';
import type { PictureCheck } from '../../../src/ports/picture-check.ts';

/** By whole address: the bytes of an answer with status 200, another status, or why there is no answer. */
export type Hosts = Record<string, Uint8Array | number | OutboundRefusal>;

/** `called`: the addresses of its `calls`. */
export type FakeHosts = Outbound & { readonly calls: OutboundCall[]; readonly called: string[] };

/** A host that is not listed has an unknown name. The record may change between calls. */
export const hostsOf = (hosts: Hosts): FakeHosts => {
  const calls: OutboundCall[] = [];
  const called: string[] = [];
  const answer = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes);
  };
  return {
    calls,
    called,
    call: async (call, read) => {
      const { url } = call;
      calls.push(call);
      called.push(url);
      const found = hosts[url] ?? 'name_unknown';
      if (typeof found === 'string') return { kind: 'refused', why: found };
      const [status, bytes] = typeof found === 'number' ? [found, new Uint8Array()] : [200, found];
      return { kind: 'answered', value: await read({ status, contentType: 'image/png', body: answer(bytes) }) };
    },
  };
};

/** Takes bytes that begin with `sound` for a WAV of as many seconds as they have. */
export const namedSounds: StreamProbe = {
  probeStream: async (content, { bytesMax, durationMaxMs }, use) => {
    const bytes = Buffer.concat(await Array.fromAsync(content));
    if (bytes.byteLength > bytesMax) return { kind: 'refused', why: 'too_large' };
    if (!bytes.toString('latin1').startsWith('sound')) return { kind: 'refused', why: 'unknown_format' };
    const durationMs = bytes.byteLength * 1_000;
    if (durationMs > durationMaxMs) return { kind: 'refused', why: 'too_long' };
    const track = { kind: 'audio', codec: 'pcm-s16', sampleRate: 48_000, channels: 1 } as const;
    const open = async function* open(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(bytes);
    };
    return use({ media: { container: 'wav', durationMs, tracks: [track] }, open });
  },
};

/** Takes bytes that begin with `picture` for one. */
export const namedPictures: PictureCheck = {
  check: async (bytes) => {
    await Promise.resolve();
    const isPicture = Buffer.from(bytes).toString('latin1').startsWith('picture');
    return isPicture ? { contentType: 'image/png', width: 16, height: 9 } : null;
  },
};

/** Takes bytes that begin with `film` for two seconds of one. */
export const namedMedia: StreamProbe = {
  probeStream: async (content, _, use) => {
    const bytes = Buffer.concat(await Array.fromAsync(content));
    if (!bytes.toString('latin1').startsWith('film')) return { kind: 'refused', why: 'unknown_format' };
    const track = { kind: 'video', codec: 'avc', width: 16, height: 9 } as const;
    const media = { container: 'mp4', durationMs: 2_000, tracks: [track] } as const;
    return use({ media, open: () => content });
  },
};
