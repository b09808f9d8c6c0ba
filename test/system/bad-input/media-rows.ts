/** Rows of music, speech, films, commerce and downloads. */
import { limits } from '../../../src/kernel/limits.ts';
import { type Row, unknown, type World } from './world.ts';

export const mediaRows = ({ alice, bob, poor, fresh, active, done, doneJob }: World): readonly Row[] => {
  const post =
    (path: string, body: object, client = alice) =>
    async () =>
      client.post(path, body);
  const get =
    (path: string, client = alice) =>
    async () =>
      client.get(path);
  const film = { title: 'A film', prompt: 'Ada wakes.' };
  const sound = { ...film, input_modality: 'audio_to_video', source_audio_url: 'https://nowhere.test/a.mp3' };
  const cart = { trigger: 'abandoned_cart', product: { title: 'A lantern' } };
  const ofProject = (projectId: string, client = alice) => post('video/create', { ...film, projectId }, client);
  const invalid = (what: string, path: string, body: object): Row => [what, post(path, body), 422, 'validation_failed'];
  return [
    invalid('music of nothing', 'music', { prompt: '' }),
    invalid('music without an end', 'music/generate', { prompt: 'x', duration: limits.musicSecondsMax + 0.1 }),
    invalid('words without an end', 'audio/tts', { text: 'x'.repeat(limits.ttsTextCharsMax + 1) }),
    ['an unknown voice', post('tts', { text: 'x', voice_id: 'x' }), 422, 'voice_unknown'],
    ['music without credits', post('music', { prompt: 'x' }, poor), 402, 'insufficient_credits'],
    ['a film without credits', post('video/start', film, poor), 402, 'insufficient_credits'],
    invalid('a film of four seconds', 'video/create-job', { ...film, duration: 4.9 }),
    invalid('a film of over an hour', 'video/orchestrate', { ...film, duration: 3_600.1 }),
    invalid('a film of no scene', 'video/start', { ...film, scene_count: 0 }),
    invalid('a film of a project, by another path', 'video/start', { ...film, projectId: fresh.projectId }),
    ['an unconfirmed film', post('video/create', { ...film, confirm: false }), 400, 'confirmation_required'],
    ['lips', post('video/create', { ...film, input_modality: 'audio_to_video' }), 422, 'lip_sync_preflight_failed'],
    ['a sound that is nowhere', post('video/create', sound), 422, 'lip_sync_preflight_failed'],
    invalid('two voices', 'video/start', { ...sound, include_voiceover: true }),
    ['a provider', post('video/create', { ...film, render_provider: 'provider_a' }), 422, 'provider_not_configured'],
    ['a film of no project', ofProject(unknown.prj), 404, 'project_not_found'],
    ['a film of another tenant', ofProject(fresh.projectId, bob), 403, 'project_forbidden'],
    ['a film of nothing accepted', ofProject(fresh.projectId), 409, 'frames_not_accepted'],
    ['a film that is none', get(`video/status/${doneJob}`), 404, 'job_not_found'],
    ['a report on none', get(`video/quality-check/${doneJob}`), 404, 'job_not_found'],
    ['music that is none', get(`music/status/${doneJob}`), 404, 'job_not_found'],
    ['a job of another tenant', get(`jobs/${doneJob}`, bob), 403, 'project_forbidden'],
    ['a download of another tenant', get(`download/${doneJob}`, bob), 403, 'project_forbidden'],
    ["a download of another tenant's project", get(`download/${done.projectId}`, bob), 403, 'project_forbidden'],
    ['a download of a project without a film', get(`download/${active.projectId}`), 409, 'asset_not_ready'],
    ['a download of nothing', get(`download/${unknown.job}`), 404, 'job_not_found'],
    invalid('a video of 61 seconds', 'commerce/videos', { ...cart, durationSeconds: 61 }),
    invalid('a video of no product', 'commerce/videos', { trigger: 'cross_sell' }),
    ['a video without credits', post('commerce/videos', cart, poor), 402, 'insufficient_credits'],
    ['an unconfirmed video', post('commerce/videos', { ...cart, confirm: false }), 400, 'confirmation_required'],
  ];
};
