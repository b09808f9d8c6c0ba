/**
 * Sounds that films are made of, by address: an object of the workspace, or fetched by the guarded way out. Each is
 * looked at before anything decodes it, and kept under its hash. Free, and no later step meets the address.
 */
import { type AddressRefusal, isOfAddress } from '../../kernel/address-refusals.ts';
import { assert, isFault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import { mediaTypes } from '../../kernel/media-types.ts';
import type { SoundRules } from '../../ports/engine.ts';
import type { Media, StreamProbe, MediaRefusal, ProbedFile } from '../../ports/media-probe.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Outbound, OutboundRefusal } from '../../ports/outbound.ts';
import { ownObject } from './own-object.ts';
import { storeAsset } from './stored-asset.ts';
import type { Uploads } from './uploads.ts';

/** Why an engine does not take a sound that is whole. */
type Misfit = 'not_one_sound' | 'container_not_taken' | 'codec_not_taken' | 'channels_not_taken' | 'rate_not_taken';

/** Why there is no sound, as a client is told. */
export type SoundTrouble =
  /** As the address is written. */
  | 'not_allowed'
  /** The same for a host that is unknown, private, closed or silent: no client learns of hosts that it cannot reach. */
  | 'not_fetched'
  | 'host_busy'
  | 'not_given'
  /** No object of the workspace. */
  | 'not_there'
  /** This service cannot look at it now. */
  | 'not_looked_at'
  | 'too_short'
  | MediaRefusal
  | Misfit;

export type ObtainedSound =
  | { readonly kind: 'sound'; readonly key: string; readonly durationMs: number }
  | { readonly kind: 'none'; readonly trouble: SoundTrouble };

export type SourceSounds = {
  /** `rules`: of the engine that is to use it. Faults: `cancelled`. */
  obtain(workspaceId: string, url: string, rules: SoundRules): Promise<ObtainedSound>;
};

export type SourceSoundDeps = {
  readonly outbound: Outbound;
  readonly probe: StreamProbe;
  readonly objects: Pick<ObjectStore, 'put' | 'read'>;
  readonly uploads: Pick<Uploads, 'keyOf'>;
};

const BOUNDS = { bytesMax: limits.sourceAudioBytesMax, durationMaxMs: limits.filmMsMax };
const CALL = { method: 'GET', bytesMax: BOUNDS.bytesMax, totalMs: limits.sourceAudioFetchMs } as const;

export const createSourceSounds = ({ outbound, probe, objects, uploads }: SourceSoundDeps): SourceSounds => {
  // Those of other hosts have their places in the guarded client.
  const readers = createGate({
    placesMax: limits.sourceAudioReadsMax,
    waitingMax: limits.sourceAudioReadersWaitingMax,
  });

  const keep = async (workspaceId: string, { media, open }: ProbedFile, rules: SoundRules): Promise<ObtainedSound> => {
    const misfit = misfitOf(media, rules);
    if (misfit !== undefined) return without(misfit);
    const contentType = mediaTypes.audio[media.container];
    if (contentType === undefined) return without('container_not_taken');
    const stored = await storeAsset(objects, workspaceId, { content: open, contentType }, BOUNDS.bytesMax);
    assert(stored !== undefined, 'a sound that was looked at is within its bound');
    return { kind: 'sound', key: stored.key, durationMs: media.durationMs };
  };

  const take = async (
    workspaceId: string,
    content: AsyncIterable<Uint8Array>,
    rules: SoundRules,
  ): Promise<ObtainedSound> => {
    const found = await probe.probeStream(content, BOUNDS, async (file) => keep(workspaceId, file, rules));
    return found.kind === 'refused' ? without(found.why) : found;
  };

  const fetched = async (workspaceId: string, url: string, rules: SoundRules): Promise<ObtainedSound> => {
    const call = { ...CALL, workspaceId, url, headers: { Accept: 'audio/*' } };
    // Looked at and stored within the call: its place bounds the bytes that are on disk.
    const outcome = await outbound.call(call, async ({ status, body }) =>
      status === 200 ? take(workspaceId, body, rules) : without(isPassing(status) ? 'host_busy' : 'not_given'),
    );
    return outcome.kind === 'refused' ? without(troubleOf(outcome.why)) : outcome.value;
  };

  const readHere = async (workspaceId: string, key: string, rules: SoundRules): Promise<ObtainedSound> =>
    readers.run(async () => take(workspaceId, objects.read(key), rules));

  return Object.freeze({
    obtain: async (workspaceId: string, url: string, rules: SoundRules) => {
      const own = ownObject(url);
      if (own !== undefined && own.workspaceId !== workspaceId) return without('not_there');
      try {
        if (own === undefined) return await fetched(workspaceId, url, rules);
        const key = await uploads.keyOf(own);
        return key === null ? without('not_there') : await readHere(workspaceId, key, rules);
      } catch (error) {
        if (isFault(error, 'not_found') || isFault(error, 'corrupt')) return without('not_there');
        if (isFault(error, 'unavailable')) return without('not_looked_at');
        throw error;
      }
    },
  });
};

const without = (trouble: SoundTrouble): ObtainedSound => ({ kind: 'none', trouble });

const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const misfitOf = ({ container, tracks, durationMs }: Media, rules: SoundRules): SoundTrouble | undefined => {
  const [track] = tracks;
  if (tracks.length !== 1 || track?.kind !== 'audio') return 'not_one_sound';
  if (!rules.containers.includes(container)) return 'container_not_taken';
  if (!rules.codecs.includes(track.codec)) return 'codec_not_taken';
  if (!(track.channels >= 1 && track.channels <= rules.channelsMax)) return 'channels_not_taken';
  const { sampleRate } = track;
  if (!(sampleRate >= rules.sampleRateMin && sampleRate <= rules.sampleRateMax)) return 'rate_not_taken';
  return durationMs < limits.sourceAudioMsMin ? 'too_short' : undefined;
};

const troubleOf = (why: OutboundRefusal): SoundTrouble => (isOfAddress(why) ? 'not_allowed' : TROUBLES[why]);

const TROUBLES: Readonly<Record<Exclude<OutboundRefusal, AddressRefusal>, SoundTrouble>> = {
  host_not_allowed: 'not_fetched',
  name_unknown: 'not_fetched',
  address_not_public: 'not_fetched',
  too_many_calls: 'not_fetched',
  unreachable: 'not_fetched',
  certificate_refused: 'not_fetched',
  timed_out: 'not_fetched',
  answer_broken_off: 'host_busy',
  answer_malformed: 'not_given',
  redirected: 'not_given',
  answer_encoded: 'not_given',
  answer_too_large: 'too_large',
};
