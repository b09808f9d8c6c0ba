/**
 * What the fake service tells: three frames, of which the first passes, the second passes at its second attempt, and the
 * third is left to a person until a repair draws it well. Every attempt costs one credit once its frame is accepted.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import sharp from 'sharp';
import type { FakeAnswer } from './fake-service.ts';

const AT = '2026-01-02T03:04:05.000Z';
const PROJECT = '/api/v1/projects/prj_1/film-intelligence';
const HASH = `sha256:${'a'.repeat(64)}`;
const FRAMES = 3;

type Told = { readonly what: string; readonly answer: FakeAnswer };
type Story = (call: string, body: unknown, headers: IncomingHttpHeaders) => Told;

/** Brightness of each attempt by frame: 30 is the bar. */
const ATTEMPTS: readonly (readonly number[])[] = [[120], [20, 90], [10, 12, 14]];
const REPAIRED = 100;

type Entry = {
  readonly kind: string;
  readonly amounts: Readonly<Record<string, number>>;
  readonly requirementId?: string;
};

const requirementId = (frame: number): string => `req_${frame}`;

/** One small picture per frame and attempt, of a colour of its own. */
const draw = async (frame: number, attempt: number): Promise<Uint8Array> =>
  sharp({ create: { width: 32, height: 18, channels: 3, background: { r: frame * 80, g: attempt * 60, b: 90 } } })
    .png()
    .toBuffer();

const evidenceOf = (brightness: number) => ({
  metrics: { brightness, decodes: 1 },
  thresholds: { brightness: { min: 30, max: 225 }, decodes: { min: 1 } },
  scorer: 'fake',
  version: '1',
  verdict: brightness < 30 ? 'fail' : 'pass',
});

export const createFakeStory = async (): Promise<Story> => {
  const pictures = new Map<string, Uint8Array>();
  const assetOf = (frame: number, attempt: number) => {
    const url = `/objects/${frame}-${attempt}.png`;
    const bytes = pictures.get(url) ?? new Uint8Array();
    const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    return { id: `ast_${frame}_${attempt}`, url, expiresAt: AT, hash, contentType: 'image/png', width: 32, height: 18 };
  };
  for (let frame = 0; frame < FRAMES; frame += 1) {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      pictures.set(`/objects/${frame}-${attempt}.png`, await draw(frame, attempt));
    }
  }

  const entries: Entry[] = [];
  const accepted = new Set<number>();
  let generated = false;
  let repaired = false;
  let polls = 0;

  const balances = () => {
    const sum = (pool: string): number => entries.reduce((total, { amounts }) => total + (amounts[pool] ?? 0), 0);
    const [paid, bonus, held] = [sum('paid'), sum('bonus'), sum('held')];
    return { paid, bonus, held, total: paid + bonus, available: paid + bonus - held };
  };
  const debit = (frame: number, credits: number, held: number): void => {
    entries.push({
      kind: 'debit',
      amounts: { paid: -credits, bonus: 0, held: -held },
      requirementId: requirementId(frame),
    });
  };
  const attemptsOf = (frame: number, from: number, brightness: readonly number[]) =>
    brightness.map((value, index) => ({
      attempt: from + index,
      engine: 'service_images',
      seed: 7,
      status: 'scored',
      asset: assetOf(frame, from + index),
      evidence: evidenceOf(value),
      error: null,
    }));
  const requirementOf = (frame: number, attempts: ReturnType<typeof attemptsOf>) => {
    const passed = attempts.at(-1)?.evidence.verdict === 'pass';
    const status = passed || accepted.has(frame) ? 'accepted' : 'human_review';
    const reason = status === 'accepted' ? null : 'attempts_exhausted';
    return { requirementId: requirementId(frame), frameIndex: frame, title: null, status, attempts, reason };
  };
  const jobOf = (jobId: string, status: string, requirements: ReturnType<typeof requirementOf>[], charged: number) => ({
    ok: true,
    job: {
      id: jobId,
      operation: jobId === 'job_1' ? 'storyboard_image_generate' : 'photo_sequence_repair',
      status,
      planId: 'pln_1',
      requestedImageCount: requirements.length,
      requiredCredits: requirements.length * 3,
      heldCredits: 0,
      chargedCredits: charged,
      progress: { done: requirements.length, total: requirements.length },
      createdAt: AT,
      updatedAt: AT,
    },
    requirements,
    failedRequirementIds: [],
    resumable: false,
  });
  const started = (jobId: string, frames: readonly number[]) => ({
    id: jobId,
    operation: jobId === 'job_1' ? 'storyboard_image_generate' : 'photo_sequence_repair',
    status: 'queued',
    requestedImageCount: frames.length,
    requirementIds: frames.map(requirementId),
    requiredCredits: frames.length * 3,
    alreadyCharged: false,
  });
  const generateJob = () =>
    jobOf(
      'job_1',
      'partially_completed',
      ATTEMPTS.map((brightness, frame) => requirementOf(frame, attemptsOf(frame, 1, brightness))),
      3,
    );
  const repairJob = () => jobOf('job_2', 'completed', [requirementOf(2, attemptsOf(2, 4, [REPAIRED]))], 1);

  const last = [1, 2, 4] as const;
  const frameOf = (frame: number) => {
    const attempt = frame === 2 && !repaired ? 3 : (last[frame] ?? 1);
    const value = frame === 2 ? (repaired ? REPAIRED : 14) : (ATTEMPTS[frame]?.at(-1) ?? 0);
    const isAccepted = value >= 30;
    const decided = { decision: 'accept', note: 'good', decidedBy: 'demo', decidedAt: AT };
    return {
      frameIndex: frame,
      requirementId: requirementId(frame),
      title: null,
      status: isAccepted ? 'accepted' : 'human_review',
      asset: assetOf(frame, attempt),
      evidence: evidenceOf(value),
      decision: accepted.has(frame) ? decided : null,
    };
  };
  const sequence = () => {
    const frames = [0, 1, 2].map(frameOf);
    const certified = accepted.size === FRAMES;
    const listed = frames.map((frame) => ({ requirementId: frame.requirementId, assetHash: frame.asset.hash }));
    return {
      ok: true,
      plan: { id: 'pln_1' },
      frames,
      lifecycle: certified ? 'certified' : 'human_review',
      certificate: certified ? { certifiedAt: AT, frames: listed } : null,
    };
  };
  const plan = {
    ok: true,
    planId: 'pln_1',
    workPlanId: 'wpl_1',
    plan: {
      creditCeiling: 15,
      expectedCredits: 4,
      provider: 'service_images',
      priceListVersion: 'p1',
      continuityMode: 'independent',
      aspectRatio: '16:9',
      attemptsPerRequirement: 3,
    },
    planArtifact: { artifactHash: HASH },
    executionManifest: { id: 'mft_1' },
    executionManifestArtifact: { artifactHash: HASH },
    scriptRevisionId: null,
    storyboardRevisionId: 'rev_1',
    sequences: [{ planId: 'pln_1', firstFrame: 0, frameCount: FRAMES }],
    requirements: [0, 1, 2].map((frame) => ({
      requirementId: requirementId(frame),
      planId: 'pln_1',
      frameIndex: frame,
      title: null,
      role: null,
      sceneId: null,
      prompt: 'p',
      referencePlates: [],
      provider: 'service_images',
      priceCredits: 1,
      maxAttempts: 3,
      satisfied: false,
    })),
    blockers: [],
  };
  const generateAnswer = {
    ok: true,
    accepted: true,
    resume: false,
    storyboardImageWorkPlanId: 'wpl_1',
    preparedStoryboardRevisionId: 'rev_1',
    'the service': {},
    plan: { id: 'pln_1' },
    job: started('job_1', [0, 1, 2]),
  };

  const review = (body: unknown): FakeAnswer => {
    const { decisions } = body as { decisions: readonly { frameIndex: number; decision: string }[] };
    for (const { frameIndex, decision } of decisions) if (decision === 'accept') accepted.add(frameIndex);
    const decided = decisions.map((one) => ({
      frameIndex: one.frameIndex,
      decision: one.decision,
      note: 'n',
      decidedBy: 'demo',
      decidedAt: AT,
    }));
    return { status: 201, body: { ok: true, planId: 'pln_1', lifecycle: 'in_review', decisions: decided } };
  };
  const generate = (): FakeAnswer => {
    if (generated) return { status: 202, headers: { 'idempotent-replayed': 'true' }, body: generateAnswer };
    generated = true;
    entries.push({ kind: 'hold', amounts: { paid: 0, bonus: 0, held: 9 } });
    debit(0, 1, 3);
    debit(1, 2, 3);
    return { status: 202, body: generateAnswer };
  };
  const repair = (): FakeAnswer => {
    repaired = true;
    entries.push({ kind: 'release', amounts: { paid: 0, bonus: 0, held: -3 } });
    entries.push({ kind: 'hold', amounts: { paid: 0, bonus: 0, held: 1 } });
    debit(2, 1, 1);
    const job = started('job_2', [2]);
    return { status: 202, body: { ok: true, accepted: true, repairPlanId: 'rpl_1', planId: 'pln_1', job } };
  };
  /** The first poll finds the job under way; whoever knows the last state is told so. */
  const poll = (body: ReturnType<typeof jobOf>): FakeAnswer => {
    polls += 1;
    const running = { ...body, job: { ...body.job, status: 'running' } };
    return { status: 200, headers: { etag: `"${polls}"` }, body: polls === 1 ? running : body };
  };
  const grant = (body: unknown): FakeAnswer => {
    const { pool, amount } = body as { pool: string; amount: number };
    entries.push({ kind: 'grant', amounts: { paid: 0, bonus: 0, held: 0, [pool]: amount } });
    return { status: 200, body: { ok: true } };
  };
  const ledger = () => ({
    ok: true,
    entries: entries.map((entry, index) => ({
      entryId: `ent_${index}`,
      position: `0001-${index}`,
      balanceAfter: { paid: 0, bonus: 0, held: 0 },
      hash: HASH,
      at: AT,
      actor: 'demo',
      ...entry,
    })),
    nextCursor: null,
  });
  const workspace = { id: 'ws_1', name: 'w', role: 'owner', personal: false, createdAt: AT };
  const project = {
    id: 'prj_1',
    name: 'p',
    workspaceId: 'ws_1',
    scriptRevisionId: null,
    storyboardRevisionId: 'rev_1',
    frameCount: FRAMES,
    createdAt: AT,
    updatedAt: AT,
  };
  const ok = (body: unknown): FakeAnswer => ({ status: 200, body });

  const routes: Readonly<Record<string, readonly [what: string, answer: (body: unknown) => FakeAnswer]>> = {
    'POST /api/v1/workspaces': ['POST workspaces', () => ({ status: 201, body: { ok: true, workspace } })],
    'POST /api/v1/workspaces/ws_1/credits/grants': ['POST grants', grant],
    'GET /api/v1/credits/summary': ['GET summary', () => ok({ ok: true, credits: balances() })],
    'POST /api/v1/projects': ['POST projects', () => ok({ ok: true, project })],
    [`POST ${PROJECT}/storyboard-images/plan`]: ['POST plan', () => ok(plan)],
    [`POST ${PROJECT}/storyboard-images/generate`]: ['POST generate', generate],
    [`GET ${PROJECT}/jobs/job_1`]: ['GET job', () => poll(generateJob())],
    [`GET ${PROJECT}/jobs/job_2`]: ['GET repair job', () => poll(repairJob())],
    [`GET ${PROJECT}/photo-sequences/pln_1`]: ['GET sequence', () => ok(sequence())],
    [`POST ${PROJECT}/photo-sequences/pln_1/review`]: ['POST review', review],
    [`POST ${PROJECT}/photo-sequences/pln_1/repair`]: ['POST repair', repair],
    'GET /api/v1/ledger/entries?limit=1000': ['GET entries', () => ok(ledger())],
    'GET /api/v1/production/capabilities': ['GET capabilities', () => ok({ ok: true, capabilities: [], flags: {} })],
  };

  return (call, body) => {
    const picture = pictures.get(call.replace('GET ', ''));
    if (picture !== undefined) return { what: 'GET picture', answer: { status: 200, body: picture } };
    const route = routes[call];
    if (route === undefined) throw new Error(`the story does not know ${call}`);
    return { what: route[0], answer: route[1](body) };
  };
};
