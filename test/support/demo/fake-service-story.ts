/**
 * The story of the fake service. The first of three frames passes, the second passes at its second attempt. The third
 * is left to a person until a repair draws it well. Each attempt costs one credit once its frame is accepted.
 */
import * as film from './fake-film.ts';
import { createFakeLedger } from './fake-service-ledger.ts';
import * as shapes from './fake-service-shapes.ts';
import * as samples from '../http/http-samples.ts';

export type FakeAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type Told = { readonly what: string; readonly answer: FakeAnswer };

/** `call`: method and URL, e.g. `GET /api/v1/credits/summary`. */
export type Story = (call: string, body: unknown) => Told;

/** Brightness of each attempt by frame. */
const DRAWN: readonly (readonly number[])[] = [[120], [20, 90], [10, 12, 14]];
const REPAIRED = 100;
const LAST = 2;

/** The same in each story. */
let drawn: Promise<shapes.Pictures> | undefined;

export const createFakeStory = async (): Promise<Story> => {
  const pictures = await (drawn ??= shapes.drawPictures(4));
  const ledger = createFakeLedger();
  const accepted = new Set<number>();
  let generated = false;
  let repaired = false;
  let polls = 0;

  const generateJob = () => {
    const requirements = DRAWN.map((brightness, frame) =>
      shapes.requirementOf(frame, shapes.attemptsOf(pictures, frame, 1, brightness), accepted.has(frame)),
    );
    return shapes.jobOf(samples.jobId, 'partially_completed', requirements, 3);
  };
  const repairJob = () => {
    const attempts = shapes.attemptsOf(pictures, LAST, 4, [REPAIRED]);
    return shapes.jobOf(shapes.REPAIR_JOB, 'completed', [shapes.requirementOf(LAST, attempts, false)], 1);
  };

  const sequenceFrame = (frame: number) => {
    const drawn = [...(DRAWN[frame] ?? []), ...(frame === LAST && repaired ? [REPAIRED] : [])];
    const evidence = shapes.evidenceOf(drawn.at(-1) ?? 0);
    return {
      frameIndex: frame,
      requirementId: shapes.requirementId(frame),
      title: null,
      status: evidence.verdict === 'pass' ? 'accepted' : 'human_review',
      asset: shapes.assetOf(pictures, frame, drawn.length),
      evidence,
      decision: accepted.has(frame) ? samples.decision : null,
    };
  };
  const sequence = () => {
    const frames = shapes.FRAMES.map(sequenceFrame);
    const isCertified = accepted.size === frames.length;
    const { decidedBy, decidedAt } = samples.decision;
    const byPerson = { noteHash: samples.manifestHash, decidedBy, decidedAt };
    const listed = frames.map(({ frameIndex, requirementId, asset, evidence }) => {
      return { frameIndex, requirementId, assetHash: asset.hash, evidence, decision: byPerson };
    });
    return {
      ok: true,
      plan: shapes.sequencePlan,
      frames,
      lifecycle: isCertified ? 'certified' : 'human_review',
      certificate: isCertified ? { certifiedAt: samples.at, frames: listed } : null,
    };
  };

  const generate = (): FakeAnswer => {
    const body = shapes.generateAccepted;
    if (generated) return { status: 202, headers: { 'idempotent-replayed': 'true' }, body };
    generated = true;
    ledger.hold(9);
    ledger.debit(0, 1, 3);
    ledger.debit(1, 2, 3);
    return { status: 202, body };
  };
  const review = (body: unknown): FakeAnswer => {
    const { decisions } = body as { decisions: readonly { frameIndex: number; decision: string; note: string }[] };
    for (const { frameIndex, decision } of decisions) if (decision === 'accept') accepted.add(frameIndex);
    const decided = decisions.map(({ frameIndex, decision, note }) => ({
      ...samples.decision,
      frameIndex,
      decision,
      note,
    }));
    return { status: 201, body: { ...samples.reviewed, decisions: decided } };
  };
  const repair = (): FakeAnswer => {
    repaired = true;
    ledger.release(3);
    ledger.hold(1);
    ledger.debit(LAST, 1, 1);
    return { status: 202, body: shapes.repairAccepted };
  };
  const makeFilm = (): FakeAnswer => {
    ledger.whole(film.FILM_JOB, film.FILM_CREDITS);
    return { status: 202, body: film.filmAccepted };
  };
  const grant = (body: unknown): FakeAnswer => {
    const { pool, amount } = body as { pool: string; amount: number };
    ledger.grant(pool, amount);
    const granted = { ...samples.granted.grant, pool, amount };
    return ok({ ok: true, grant: granted, credits: ledger.balances() });
  };
  /** The very first poll finds its job under way. */
  const poll = (body: ReturnType<typeof shapes.jobOf>): FakeAnswer => {
    polls += 1;
    const running = { ...body, job: { ...body.job, status: 'running' } };
    return { status: 200, headers: { etag: `"${polls}"` }, body: polls === 1 ? running : body };
  };

  const routes: Readonly<Record<string, readonly [what: string, answer: (body: unknown) => FakeAnswer]>> = {
    'POST /api/v1/workspaces': ['POST workspaces', () => created({ ok: true, workspace: samples.workspace })],
    [`POST /api/v1/workspaces/${samples.workspaceId}/credits/grants`]: ['POST grants', grant],
    'GET /api/v1/credits/summary': ['GET summary', () => ok({ ok: true, credits: ledger.balances() })],
    'POST /api/v1/projects': ['POST projects', () => ok({ ok: true, project: shapes.project })],
    [`POST ${samples.film}/storyboard-images/plan`]: ['POST plan', () => ok(shapes.workPlan)],
    [`POST ${samples.film}/storyboard-images/generate`]: ['POST generate', generate],
    [`GET ${samples.film}/jobs/${samples.jobId}`]: ['GET job', () => poll(generateJob())],
    [`GET ${samples.film}/jobs/${shapes.REPAIR_JOB}`]: ['GET repair job', () => poll(repairJob())],
    [`GET ${samples.film}/photo-sequences/${samples.planId}`]: ['GET sequence', () => ok(sequence())],
    [`POST ${samples.film}/photo-sequences/${samples.planId}/review`]: ['POST review', review],
    [`POST ${samples.film}/photo-sequences/${samples.planId}/repair`]: ['POST repair', repair],
    'GET /api/v1/ledger/entries?limit=1000': ['GET entries', () => ok(ledger.entries())],
    'GET /api/v1/production/capabilities': [
      'GET capabilities',
      () => ok({ ok: true, capabilities: film.filmCapabilities, flags: {} }),
    ],
    'POST /api/v1/video/create': ['POST film', makeFilm],
    [`GET /api/v1/jobs/${film.FILM_JOB}`]: ['GET film job', () => ok(film.filmRead)],
    [`GET ${film.FILM_URL}`]: ['GET film', () => ok(film.FILM_BYTES)],
  };

  return (call, body) => {
    const picture = pictures.get(call.replace('GET ', ''));
    if (picture !== undefined) return { what: 'GET picture', answer: ok(picture) };
    const route = routes[call];
    if (route === undefined) throw new Error(`the story does not know ${call}`);
    return { what: route[0], answer: route[1](body) };
  };
};

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const created = (body: unknown): FakeAnswer => ({ status: 201, body });
