import test from 'ava';
import { createSourceSounds } from '../../../../src/application/services/source-sounds.ts';
import { describeVideo } from '../../../../src/engines/service-video/description.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { Fault, type FaultCode } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Media, StreamProbe } from '../../../../src/ports/media-probe.ts';
import type { ObjectStore } from '../../../../src/ports/object-store.ts';
import { type Hosts, hostsOf, namedSounds } from '../../../support/application/hosts.ts';
import { noUploads } from '../../../support/application/no-uploads.ts';

const ADDRESS = 'https://a.test/voice.wav?token=x';
const voice = Buffer.from('sound of Ada');
const keyOf = (bytes: Uint8Array, workspaceId = 'ws_1'): string => `${workspaceId}/assets/${sha256(bytes)}.wav`;

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

type Objects = Pick<ObjectStore, 'put' | 'read'>;
type Parts = { readonly probe?: StreamProbe; readonly objects?: Partial<Objects> };

const given = (hosts: Hosts, { probe = namedSounds, objects = {} }: Parts = {}) => {
  const stored = new Map<string, Buffer>();
  const outbound = hostsOf(hosts);
  const sounds = createSourceSounds({
    uploads: noUploads,
    outbound,
    probe,
    objects: {
      put: async (key, content, contentType) => {
        const chunks = content instanceof Uint8Array ? [content] : await Array.fromAsync(content.open());
        stored.set(key, Buffer.concat(chunks));
        return { key, size: 0, contentType };
      },
      read: async function* read(key) {
        const bytes = stored.get(key);
        if (bytes === undefined) throw new Fault('not_found', 'gone');
        yield await Promise.resolve(bytes);
      },
      ...objects,
    },
  });
  const obtain = async (url: string, workspaceId = 'ws_1') =>
    sounds.obtain(workspaceId, url, describeVideo(null).sounds);
  return { obtain, stored, calls: outbound.calls, called: outbound.called };
};

test('a sound is kept under its hash, as one of the workspace, with its length', async (t) => {
  const { obtain, stored } = given({ [ADDRESS]: voice });
  t.deepEqual(await obtain(ADDRESS), { kind: 'sound', key: keyOf(voice), durationMs: voice.length * 1_000 });
  t.deepEqual([...stored], [[keyOf(voice), voice]]);
});

test('an address of ours is read from the store, whatever its signature, and no host is called', async (t) => {
  const { obtain, stored, called } = given({});
  stored.set(keyOf(voice), voice);
  const found = { kind: 'sound', key: keyOf(voice), durationMs: voice.length * 1_000 };
  t.deepEqual(await obtain(`http://127.0.0.1:8080/api/v1/objects/${keyOf(voice)}?signature=x`), found as never);
  t.deepEqual(await obtain(`https://s3.test/bucket/${keyOf(voice)}?X-Amz-Signature=x`), found as never);
  t.deepEqual(called, []);
});

test('an object of another workspace, and one that is not there, have the same answer; none is read', async (t) => {
  const reads: string[] = [];
  const read: ObjectStore['read'] = async function* read(key) {
    reads.push(key);
    yield await Promise.reject(new Fault('not_found', 'gone'));
  };
  const { obtain } = given({}, { objects: { read } });
  const none = { kind: 'none', trouble: 'not_there' } as const;
  t.deepEqual(await obtain(`https://a.test/${keyOf(voice, 'ws_2')}`), none);
  t.deepEqual(reads, []);
  t.deepEqual(await obtain(`https://a.test/${keyOf(voice)}`), none);
});

const NOT_ALLOWED = ['url_malformed', 'url_too_long', 'scheme_not_https', 'userinfo_in_url'] as const;
const NOT_ALLOWED_EITHER = ['port_not_allowed', 'fragment_in_url', 'host_is_address'] as const;
/** Those that tell of hosts that the client may not reach itself are one with the rest. */
const NOT_FETCHED = ['host_not_allowed', 'name_unknown', 'address_not_public', 'unreachable', 'timed_out'] as const;
const NOT_FETCHED_EITHER = ['certificate_refused', 'too_many_calls'] as const;

const troubles: readonly (readonly [Hosts[string], string])[] = [
  ...[...NOT_ALLOWED, ...NOT_ALLOWED_EITHER].map((why) => [why, 'not_allowed'] as const),
  ...[...NOT_FETCHED, ...NOT_FETCHED_EITHER].map((why) => [why, 'not_fetched'] as const),
  ['redirected', 'not_given'],
  ['answer_encoded', 'not_given'],
  ['answer_malformed', 'not_given'],
  ['answer_broken_off', 'host_busy'],
  ['answer_too_large', 'too_large'],
  [404, 'not_given'],
  [206, 'not_given'],
  [408, 'host_busy'],
  [429, 'host_busy'],
  [503, 'host_busy'],
  [Buffer.from('<html>'), 'unknown_format'],
];

for (const [found, trouble] of troubles) {
  const what = typeof found === 'object' ? 'bytes of a page' : String(found);
  test(`${what}: ${trouble}, and nothing is stored`, async (t) => {
    const { obtain, stored } = given({ [ADDRESS]: found });
    t.deepEqual(await obtain(ADDRESS), { kind: 'none', trouble } as never);
    t.is(stored.size, 0);
  });
}

const whole: Media = {
  container: 'wav',
  durationMs: 5_000,
  tracks: [{ kind: 'audio', codec: 'pcm-s16', sampleRate: 48_000, channels: 2 }],
};
const track = { kind: 'audio', codec: 'aac', sampleRate: 48_000, channels: 2 } as const;
const picture = { kind: 'video', codec: 'avc', width: 64, height: 64 } as const;

const misfits: readonly (readonly [string, Partial<Media>, string | null])[] = [
  ['two sounds', { tracks: [track, track] }, 'not_one_sound'],
  ['a picture', { tracks: [picture] }, 'not_one_sound'],
  ['a film', { tracks: [track, picture] }, 'not_one_sound'],
  ['a container that is not taken', { container: 'mov' }, 'container_not_taken'],
  ['a codec that is not taken', { tracks: [{ ...track, codec: 'ac3' }] }, 'codec_not_taken'],
  ['six channels', { tracks: [{ ...track, channels: 6 }] }, 'channels_not_taken'],
  ['no channel', { tracks: [{ ...track, channels: 0 }] }, 'channels_not_taken'],
  ['one sample a second', { tracks: [{ ...track, sampleRate: 1 }] }, 'rate_not_taken'],
  ['samples without number', { tracks: [{ ...track, sampleRate: NaN }] }, 'rate_not_taken'],
  ['a gigahertz', { tracks: [{ ...track, sampleRate: 1e9 }] }, 'rate_not_taken'],
  ['a blink', { durationMs: limits.sourceAudioMsMin - 1 }, 'too_short'],
  ['what fits', {}, null],
];

for (const [what, change, trouble] of misfits) {
  test(`a file of ${what}: ${trouble ?? 'taken'}`, async (t) => {
    const probe: StreamProbe = {
      probeStream: async (_, __, use) => use({ media: { ...whole, ...change }, open: () => inOne(voice) }),
    };
    const { obtain, stored } = given({ [ADDRESS]: voice }, { probe });
    const found = await obtain(ADDRESS);
    t.is(found.kind === 'none' ? found.trouble : null, trouble as never);
    t.is(stored.size, trouble === null ? 1 : 0);
  });
}

for (const [code, at] of [
  ['unavailable', 'the look'],
  ['unavailable', 'the store'],
] as const) {
  test(`${at} is away: the sound is not looked at now, and that is no verdict on it`, async (t) => {
    const away = async (): Promise<never> => Promise.reject(new Fault(code, 'away'));
    const parts: Parts = at === 'the look' ? { probe: { probeStream: away } } : { objects: { put: away } };
    t.deepEqual(await given({ [ADDRESS]: voice }, parts).obtain(ADDRESS), { kind: 'none', trouble: 'not_looked_at' });
  });
}

test('all other faults are passed on', async (t) => {
  for (const code of ['cancelled', 'lost'] satisfies FaultCode[]) {
    const { obtain } = given(
      { [ADDRESS]: voice },
      { probe: { probeStream: async () => Promise.reject(new Fault(code, code)) } },
    );
    await t.throwsAsync(obtain(ADDRESS), { message: code });
  }
});

test('a call is bounded by bytes and time, and so is the look', async (t) => {
  const bounds: unknown[] = [];
  const probe: StreamProbe = {
    probeStream: async (_, asked) => {
      bounds.push(asked);
      return Promise.resolve({ kind: 'refused', why: 'empty' });
    },
  };
  const { obtain, calls } = given({ [ADDRESS]: voice }, { probe });
  t.deepEqual(await obtain(ADDRESS), { kind: 'none', trouble: 'empty' });
  t.like(calls[0], { method: 'GET', bytesMax: 104_857_600, totalMs: limits.sourceAudioFetchMs });
  t.deepEqual(bounds, [{ bytesMax: 104_857_600, durationMaxMs: 3_600_000 }]);
});

test('sabotage: a look that lets everything pass keeps a page as a sound', async (t) => {
  const blind: StreamProbe = {
    probeStream: async (content, _, use) => {
      const chunks = await Array.fromAsync(content);
      return use({
        media: whole,
        open: async function* open() {
          yield* chunks;
        },
      });
    },
  };
  const { obtain } = given({ [ADDRESS]: Buffer.from('<html>') }, { probe: blind });
  t.is((await obtain(ADDRESS)).kind, 'sound');
});
