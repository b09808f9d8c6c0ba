/**
 * The preflight of `audio_to_video`: whether the engine that is bound as provider_b can use the sound. Nothing is begun
 * before it, and a refusal spends nothing.
 */
import { limits } from '../../../kernel/limits.ts';
import { MINUTE, MiB, SECOND } from '../../../kernel/limits/units.ts';
import { ok, refused, type Refused, type Result } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import type { SoundTrouble } from '../../services/source-sounds.ts';

export type AudioInput = {
  readonly input_modality?: 'image_to_video' | 'audio_to_video';
  readonly source_audio_url?: string;
  readonly include_voiceover?: boolean;
};

export type SourceAudio = {
  /** The name of the engine that makes the scenes. */
  readonly engine: string;
  /** Key of the object store. */
  readonly key: string;
  readonly durationMs: number;
  /** Of a film of it, as its caller is told. */
  readonly limitations: readonly string[];
};

export const NO_CAPTIONS = 'the words of a sound are not known: it has no captions';

type Deps = Pick<Services, 'engines' | 'sounds'> & { readonly providerB: string | null };

/** Null where none was asked for. Refusals: lip_sync_preflight_failed, validation_failed, service_unavailable. */
export const sourceAudioOf = async (
  { engines, sounds, providerB }: Deps,
  workspaceId: string,
  { input_modality: modality, source_audio_url: url, include_voiceover: isVoiced }: AudioInput,
): Promise<Result<SourceAudio | null>> => {
  if (modality !== 'audio_to_video') return ok(null);
  if (isVoiced === true) {
    const wrong = { pointer: '/include_voiceover', message: 'source_audio_url is the voice of audio_to_video' };
    return refused('validation_failed', 'a film has one voice', [wrong]);
  }
  if (url === undefined) return refused('lip_sync_preflight_failed', 'audio_to_video needs source_audio_url');
  const engine = engines.get(providerB ?? '');
  if (engine?.sounds === undefined) {
    const message = 'no engine of this deployment that can use a sound is bound as provider_b';
    return refused('lip_sync_preflight_failed', message);
  }
  const found = await sounds.obtain(workspaceId, url, engine.sounds);
  if (found.kind === 'none') return whyUnusable(found.trouble);
  const { key, durationMs } = found;
  return ok({ engine: engine.name, key, durationMs, limitations: [...engine.sounds.limitations, NO_CAPTIONS] });
};

/** The same request may succeed later. A look takes its time on a busy machine, too, and not of hostile files alone. */
const PASSING: ReadonlySet<SoundTrouble> = new Set(['not_fetched', 'host_busy', 'timed_out']);

const whyUnusable = (trouble: SoundTrouble): Refused => {
  const details = [{ pointer: '/source_audio_url', message: MESSAGES[trouble], reason: trouble }];
  const message = `provider_b cannot use the sound at source_audio_url: ${MESSAGES[trouble]}`;
  if (trouble === 'not_looked_at') return { ...refused('service_unavailable', message, details), nothingSpent: true };
  const refusal = refused('lip_sync_preflight_failed', message, details);
  return PASSING.has(trouble) ? { ...refusal, retryAfterSeconds: limits.sourceAudioRetrySeconds } : refusal;
};

/** Messages name no address: the query of an address may be a secret. */
const MESSAGES: Readonly<Record<SoundTrouble, string>> = {
  not_allowed: 'give an https address of a public host by its name, without a port, a user or a fragment',
  not_fetched: 'it could not be fetched: its host is not public, or does not answer in time',
  host_busy: 'its host does not give all of it now',
  not_given: 'its host gives something else than status 200 and plain bytes; redirects are not followed',
  not_there: 'the workspace has no whole object at this address',
  not_looked_at: 'it cannot be looked at now',
  empty: 'it is empty',
  too_large: `it has more than ${limits.sourceAudioBytesMax / MiB} MB`,
  unknown_format: 'it is no file of sound that is known here',
  broken: 'the file is torn, or contradicts itself',
  timed_out: 'the file could not be understood in time',
  no_track: 'it has no sound',
  too_many_tracks: 'it has too many tracks',
  unknown_codec: 'it is encoded in a way that is not known here',
  too_long: `it is longer than ${limits.filmMsMax / MINUTE} minutes`,
  too_short: `it is shorter than ${limits.sourceAudioMsMin / SECOND} second`,
  too_many_pixels: 'it has a picture',
  not_one_sound: 'it has something else than one track of sound',
  container_not_taken: 'its container is not taken; capabilities list those that are',
  codec_not_taken: 'its codec is not taken; capabilities list those that are',
  channels_not_taken: 'it has too many channels',
  rate_not_taken: 'its samples a second are too few or too many',
};
