/**
 * An application that answers every use case: the known ones with samples, all others with the examples of what their
 * operation declares. It records the calls with their callers, and lets tests replace any use case.
 */
import { Readable } from 'node:stream';
import type { Application, UseCase } from '../../../src/application/application.ts';
import type { Caller } from '../../../src/application/calls/caller.ts';
import { ok } from '../../../src/application/calls/result.ts';
import type { Body, StoredAnswer } from '../../../src/application/calls/stored-answer.ts';
import type { Read } from '../../../src/application/reading/answers.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { spendLimits } from '../../../src/http/contract/shapes/credits.ts';
import { exampleOf } from '../../../src/http/openapi/example.ts';
import { routes } from '../../../src/http/routes/index.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { personalWorkspaceId } from '../../../src/kernel/ids.ts';
import * as samples from './http-samples.ts';
import { makers, type UseCases } from '../application/use-cases.ts';

export type FakeApplication = {
  readonly application: Application;
  /** Names of the use cases that were called, in order. */
  readonly calls: { readonly name: string; readonly given: readonly unknown[] }[];
};

export const POSITION = '0000-000000000042';

export const read = <T>(value: T, etag = '7', position = POSITION): Read<T> => ({ value, position, etag });

export const storedAnswer = (body: Body, status = 200, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
  status,
  body: JSON.stringify(body),
  signed: [],
  replayed: false,
  ...more,
});

const enter: UseCases['enter'] = async (principal, { workspaceId, correlationId }) =>
  ok<Caller>({
    workspaceId: workspaceId ?? principal.workspaceId ?? personalWorkspaceId(principal.userKey),
    userKey: principal.userKey,
    role: 'owner',
    correlationId,
  });

const sampleAnswers: UseCases = {
  enter,
  listWorkspaces: async () => ok(read({ ok: true, workspaces: [samples.workspace], nextCursor: null })),
  createWorkspace: async () => ok(storedAnswer({ ok: true, workspace: samples.workspace }, 201)),
  deleteWorkspace: async () => ok({ ok: true, nextWorkspaceId: samples.workspaceId }),
  createProject: async () => ok(storedAnswer({ ok: true, project: samples.project })),
  listProjects: async () => ok(read({ ok: true, projects: [samples.project], nextCursor: null })),
  project: async () => ok(read({ ok: true, project: samples.project })),
  script: async () => ok(read(samples.script, samples.revisionId)),
  storyboard: async () => ok(read(samples.storyboard, samples.revisionId)),
  reviseScript: async () => ok({ ok: true, project: samples.project }),
  reviseStoryboard: async () => ok({ ok: true, project: samples.project }),
  planStoryboard: async () => ok(samples.workPlan),
  generate: async () => ok(storedAnswer(samples.generateAccepted, 202)),
  generatePlan: async () => ok(storedAnswer(samples.generateAccepted, 202)),
  job: async ({ workspaceId }) => ok(read({ body: samples.jobBody('completed', 1, workspaceId), final: true })),
  anyJob: async () => ok(read({ body: samples.anyJobBody('completed'), final: true })),
  listJobs: async () => ok(read({ ok: true, jobs: [samples.jobSummary], nextCursor: null })),
  cancelJob: async () => ok({ ok: true, job: samples.jobSummary }),
  pauseJob: async () => ok({ ok: true, job: samples.jobSummary }),
  resumeJob: async () => ok({ ok: true, job: samples.jobSummary }),
  decideCheckpoint: async () => ok({ ok: true, job: samples.jobSummary }),
  photoSequence: async ({ workspaceId }) => ok(read(samples.photoSequence(workspaceId))),
  review: async () => ok(samples.reviewed),
  repair: async () => ok(storedAnswer(samples.repairAccepted, 202)),
  generateImage: async ({ workspaceId }) =>
    ok(storedAnswer(samples.imageAnswer, 200, { signed: samples.imageSigned(workspaceId) })),
  storyboardBatch: async () => ok(storedAnswer(samples.batchAnswer)),
  capabilities: async () => samples.capabilities,
  creditSummary: async () => ok(read(samples.creditSummary)),
  grantCredits: async () => ok(storedAnswer(samples.granted)),
  ledgerEntries: async () => ok(read({ ok: true, entries: [samples.ledgerEntry], nextCursor: null })),
  exportLedger: async () => ok({ content: Readable.from([Buffer.from('{}')]), position: POSITION }),
  setSpendLimits: async () => ok(exampleOf(spendLimits) as Body),
  listAssets: async () => ok(read({ ok: true, videos: [], photos: [], music: [], voices: [], nextCursor: null })),
  previewPicture: async () => {
    const content = (async function* picture(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('GIF89a'));
    })();
    return ok({ contentType: 'image/gif', size: 6, content });
  },
  positionOf: () => POSITION,
};

/** The declared answer, in the form that its route takes. */
const declaredAnswer = ({ method, answers, idempotency, entityTag, bytesOf }: Operation): unknown => {
  if (bytesOf !== undefined) return ok({ content: Readable.from([Buffer.from('{}')]), position: POSITION });
  const [[status, shape] = []] = Object.entries(answers);
  assert(shape !== undefined, 'an operation declares an answer');
  const body = exampleOf(shape) as Body;
  if (idempotency !== 'none') return ok(storedAnswer(body, Number(status)));
  return method === 'GET' && entityTag !== false ? ok(read(body)) : ok(body);
};

const names = new Map<unknown, keyof UseCases>(
  Object.entries(makers).map(([name, create]) => [create, name as keyof UseCases]),
);

export const createFakeApplication = (overrides: Partial<UseCases> = {}): FakeApplication => {
  const known: Partial<UseCases> = { ...sampleAnswers, ...overrides };
  const calls: { name: string; given: readonly unknown[] }[] = [];
  const answerOf = (create: UseCase<unknown>): ((...given: readonly unknown[]) => unknown) => {
    const name = names.get(create);
    if (name !== undefined) return known[name] as (...given: readonly unknown[]) => unknown;
    const { operation } = routes.find(({ useCase }) => useCase === create) ?? {};
    assert(operation !== undefined, `${create.name} is asked for by no route`);
    return async () => Promise.resolve(declaredAnswer(operation));
  };
  const application = ((create: UseCase<unknown>) => {
    const name = names.get(create) ?? create.name;
    const answer = answerOf(create);
    return (...given: readonly unknown[]) => {
      if (name !== 'positionOf') calls.push({ name, given });
      return answer(...given);
    };
  }) as Application;
  return { application, calls };
};
