/** An application that answers with samples, remembers who asked what, and lets tests replace any member. */
import { type Application } from '../../src/application/application.ts';
import { type Body, type StoredAnswer } from '../../src/application/calls/stored-answer.ts';
import { type Caller } from '../../src/application/calls/caller.ts';
import { ok } from '../../src/application/calls/result.ts';
import { type Read } from '../../src/application/reading/answers.ts';
import { personalWorkspaceId } from '../../src/kernel/ids.ts';
import * as samples from './http-samples.ts';

export type FakeApplication = Application & {
  /** Names of the members that were called, in order; `enter` only under its own name. */
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

const enter: Application['enter'] = async (principal, { workspaceId, correlationId }) =>
  ok<Caller>({
    workspaceId: workspaceId ?? principal.workspaceId ?? personalWorkspaceId(principal.userKey),
    userKey: principal.userKey,
    role: 'owner',
    correlationId,
  });

export const createFakeApplication = (overrides: Partial<Application> = {}): FakeApplication => {
  const answers: Application = {
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
    listJobs: async () => ok(read({ ok: true, jobs: [samples.jobSummary], nextCursor: null })),
    cancelJob: async () => ok({ ok: true, job: samples.jobSummary }),
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
    positionOf: () => POSITION,
    ...overrides,
  };
  const calls: { name: string; given: readonly unknown[] }[] = [];
  const spied = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (...given: readonly unknown[]) => {
        if (name !== 'positionOf') calls.push({ name, given });
        return (answer as (...given: readonly unknown[]) => unknown)(...given);
      },
    ]),
  ) as unknown as Application;
  return { ...spied, calls };
};
