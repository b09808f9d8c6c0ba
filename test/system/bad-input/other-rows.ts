/** Rows of pictures without QA, of jobs, workspaces and the gates before all of them. */
import { limits } from '../../../src/kernel/limits.ts';
import { sampleId } from '../../support/http/http-samples.ts';
import { generatePath, hashOf, type Row, unknown, type World } from './world.ts';
import { personalWorkspaceOf } from '../../support/service/workspace-of.ts';

export const imageRows = ({ alice, bob, poor, fresh }: World): readonly Row[] => {
  const batch =
    (patch: object, client = alice) =>
    async () =>
      client.post('image/storyboard-batch', { projectId: fresh.projectId, prompt: 'a quay', count: 2, ...patch });
  const image =
    (body: unknown, client = alice) =>
    async () =>
      client.post('image/generate', body);
  const over = (mode: string, count: number): Row => [
    `${count} frames in ${mode}`,
    batch({ continuityMode: mode, count, referenceImageUrls: ['https://pictures.test/a.png'] }),
    413,
    'batch_exceeds_synchronous_capacity',
  ];
  return [
    over('chain', limits.syncCountMaxChain + 1),
    over('master_reference', limits.syncCountMaxMasterReference + 1),
    over('independent', limits.syncCountMaxIndependent + 1),
    over('independent', 200),
    ['201 frames', batch({ count: 201 }), 422, 'validation_failed'],
    ['frames unlike their count', batch({ frames: [{ prompt: 'a' }] }), 422, 'validation_failed'],
    ['no reference', batch({ continuityMode: 'master_reference' }), 422, 'validation_failed'],
    [
      'a reference elsewhere',
      batch({ continuityMode: 'independent', referenceImageUrls: ['https://pictures.test/a.png'] }),
      422,
      'reference_unavailable',
    ],
    ['a batch of another tenant', batch({}, bob), 403, 'project_forbidden'],
    ['a batch of no project', batch({ projectId: unknown.prj }), 403, 'project_forbidden'],
    ['a batch without confirmation', batch({ confirm: false }), 400, 'confirmation_required'],
    ['a picture of nothing', image({ prompt: '' }), 422, 'validation_failed'],
    ['a picture in no format', image({ prompt: 'a', aspect_ratio: '5:4' }), 422, 'validation_failed'],
    ['a picture without credits', image({ prompt: 'a' }, poor), 402, 'insufficient_credits'],
  ];
};

export const otherRows = ({ alice, bob, service, fresh, done, doneJob }: World): readonly Row[] => [
  ['a job of nothing', async () => alice.get(`${fresh.film}/jobs/${unknown.job}`), 404, 'job_not_found'],
  ['a job of another project', async () => alice.get(`${fresh.film}/jobs/${doneJob}`), 404, 'job_not_found'],
  ['a job of another tenant', async () => bob.get(`${done.film}/jobs/${doneJob}`), 403, 'project_forbidden'],
  [
    'events of a job of nothing',
    async () => alice.get(`${fresh.film}/jobs/${unknown.job}/events`),
    404,
    'job_not_found',
  ],
  ['a cancel of nothing', async () => alice.post(`jobs/${unknown.job}/cancel`), 404, 'job_not_found'],
  ['a cancel by another tenant', async () => bob.post(`jobs/${doneJob}/cancel`), 403, 'project_forbidden'],
  ['a cancel too late', async () => alice.post(`jobs/${doneJob}/cancel`), 409, 'job_not_active'],
  ['no workspace to remove', async () => alice.delete('workspaces'), 400, 'workspace_id_required'],
  ['an unknown one', async () => alice.delete(`workspaces?id=${sampleId('ws', 'no')}`), 403, 'workspace_forbidden'],
  ['jobs of nothing', async () => alice.get(`jobs?projectId=${unknown.prj}`), 404, 'project_not_found'],
  ['jobs of another tenant', async () => bob.get(`jobs?projectId=${done.projectId}`), 403, 'project_forbidden'],
  ['no such method', async () => alice.delete('projects'), 405, 'method_not_allowed'],
  ['no such path', async () => alice.get('project'), 404, 'not_found'],
  ['half a body', async () => alice.post(generatePath(fresh), '{'), 400, 'malformed_json'],
  [
    'a token of another scope',
    async () =>
      (await service.client('alice', 'read plan mutate approve admin')).post(generatePath(fresh), hashOf(fresh)),
    403,
    'scope_insufficient',
  ],
  [
    "another tenant's workspace",
    async () => bob.within(await personalWorkspaceOf(alice)).get('projects'),
    403,
    'membership_required',
  ],
];
