/**
 * The README's first five minutes with nothing but a client that openapi-typescript and openapi-fetch made: what is
 * printed is what the page has. `typescript.test.ts` compiles and runs it beside the generated `api.ts`.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const say = (line: string): void => console.log(line);

/** The body of a success, or the refusal as an error. */
const got = <T>({ data, error }: { data?: T; error?: components['schemas']['ApiErrorResponse'] }): T => {
  if (data === undefined) throw new Error(`refused: ${error?.code} ${error?.message}`);
  return data;
};

say(String(got(await api.GET('/api/v1/credits/summary')).credits.available));

const { project } = got(
  await api.POST('/api/v1/projects', {
    body: {
      name: 'The letter',
      storyboard: {
        continuityMode: 'independent',
        styleNotes: 'Ink and wash, crisp detail.',
        frames: [
          { prompt: 'EXT. HARBOUR - DAY. Wide shot of a fishing boat at the quay.' },
          { prompt: 'INT. KITCHEN - MORNING. Medium shot of Ada at the table, reading a letter.' },
          { prompt: 'EXT. STREET - DAY. Close up of Ada in the rain.' },
        ],
      },
    },
  }),
);
const path = { projectId: project.id };

const film = '/api/v1/projects/{projectId}/film-intelligence';
const planned = got(await api.POST(`${film}/storyboard-images/plan`, { params: { path } }));
say(`${planned.requirements.length} frames, at most ${planned.plan.creditCeiling} credits`);

const generate = async () =>
  api.POST(`${film}/storyboard-images/generate`, {
    params: { path, header: { 'Idempotency-Key': 'letter-1' } },
    body: { expectedExecutionManifestArtifactHash: planned.executionManifestArtifact.artifactHash },
  });
const first = got(await generate());
if (!('job' in first)) throw new Error('everything was satisfied already');
say(`${first.job.status}, ${first.job.requiredCredits} credits held`);
const again = await generate();
say(`Idempotent-Replayed: ${again.response.headers.get('idempotent-replayed')}`);
const replayed = got(again);
say('job' in replayed && replayed.job.id === first.job.id ? 'the same job' : 'another job');

const poll = async (jobId: string) =>
  got(
    await api.GET(`${film}/jobs/{jobId}`, {
      params: { path: { ...path, jobId }, header: { Prefer: 'wait=30' } },
    }),
  );
const { job, requirements } = await poll(first.job.id);
say(`${job.status}, ${job.progress.done} of ${job.progress.total}`);
say(`${job.chargedCredits} credits charged, ${job.heldCredits} held`);
say(String(requirements[0]?.attempts.at(-1)?.evidence?.verdict));

const inSequence = { params: { path: { ...path, planId: planned.planId } } };
const readSequence = async () => got(await api.GET(`${film}/photo-sequences/{planId}`, inSequence));
const sequence = await readSequence();
say(sequence.lifecycle);
const picture = await fetch(new URL(sequence.frames[0]?.asset?.url ?? '', baseUrl));
say(`${picture.status} ${picture.headers.get('content-type')}`);

type Decisions = components['schemas']['PhotoSequenceReviewRequest']['decisions'];
const review = async (decisions: Decisions) =>
  got(await api.POST(`${film}/photo-sequences/{planId}/review`, { ...inSequence, body: { decisions } }));
const reviewed = await review([
  { frameIndex: 0, decision: 'accept', note: 'as written' },
  { frameIndex: 1, decision: 'accept', note: 'as written' },
  { frameIndex: 2, decision: 'repair', note: 'too grim', repairPromptAdditions: ['Ada smiles'] },
]);
say(`${reviewed.lifecycle}, ${reviewed.decisions.length} decisions`);

const repair = got(
  await api.POST(`${film}/photo-sequences/{planId}/repair`, {
    params: { ...inSequence.params, header: { 'Idempotency-Key': 'letter-2' } },
  }),
);
const repaired = await poll(repair.job.id);
say(`${repaired.job.status}, ${repaired.requirements.length} frame, ${repaired.job.chargedCredits} credit`);

say((await review([{ frameIndex: 2, decision: 'accept', note: 'better' }])).lifecycle);
say(`certificate of ${(await readSequence()).certificate?.frames.length} frames`);

const { credits } = got(await api.GET('/api/v1/credits/summary'));
say(`${credits.available} of ${credits.total} available`);
for (const { kind, amounts } of got(await api.GET('/api/v1/ledger/entries')).entries) {
  say(`${kind} ${amounts.bonus} held ${amounts.held}`);
}
