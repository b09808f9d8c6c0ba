import test from 'ava';
import {
  generationClaimed,
  generationEnded,
  projectCreated,
  scriptRevised,
  storyboardRevised,
} from '../../../events/project.ts';
import type { Makes } from '../../../events/job.ts';
import { memberAdded, memberRemoved, workspaceCreated, workspaceDeleted } from '../../../events/workspace.ts';
import { webhookCreated, webhookRemoved } from '../../../events/webhooks.ts';
import { assetGroups, assetItem, assetLibraryProjection } from '../../../projections/asset-library.ts';
import { projectItem, projectListProjection } from '../../../projections/project-list.ts';
import { webhookOwnerProjection } from '../../../projections/webhook-owner.ts';
import { workspaceItem, workspaceListProjection } from '../../../projections/workspace-list.ts';
import { projectionSpec } from '../../spec/projection-spec.ts';
import { foldDocuments } from '../../support/read-models/fold-documents.ts';
import { at, batchDetailsOf, claimOf, hashOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { createHistory, markAt, positionOf } from '../../support/log/history.ts';

const PROJECT = 'project-prj_1';

test('a project is listed with its current revisions', (t) => {
  const { given } = projectionSpec(t, projectListProjection);
  const body = {
    projectId: 'prj_1',
    name: 'Nightfall',
    scriptRevisionId: null,
    storyboardRevisionId: null,
    frameCount: 0,
    createdPosition: positionOf(0),
    createdAt: at(0),
    updatedAt: at(0),
    mark: markAt(PROJECT, 0),
  };
  const history = createHistory().on(PROJECT, projectCreated({ workspaceId: 'ws_1', name: 'Nightfall' }));
  given(history).then({ prj_1: { body } });

  history.on(PROJECT, scriptRevised({ scriptRevisionId: 'rvs_1', artifactHash: hashOf('script'), chars: 9 })).on(
    PROJECT,
    storyboardRevised({
      storyboardRevisionId: 'rvs_2',
      artifactHash: hashOf('storyboard'),
      frameCount: 40,
      scriptRevisionId: 'rvs_1',
    }),
  );
  const revised = {
    ...body,
    scriptRevisionId: 'rvs_1',
    storyboardRevisionId: 'rvs_2',
    frameCount: 40,
    updatedAt: at(2_000),
    mark: markAt(PROJECT, 2),
  };
  given(history).then({ prj_1: { body: revised } });
  t.deepEqual(projectItem(revised, 'ws_1'), {
    id: 'prj_1',
    name: 'Nightfall',
    workspaceId: 'ws_1',
    scriptRevisionId: 'rvs_1',
    storyboardRevisionId: 'rvs_2',
    frameCount: 40,
    createdAt: at(0),
    updatedAt: at(2_000),
  });

  // Work on it does not change what it is, but its mark follows its stream.
  history
    .on(PROJECT, generationClaimed(claimOf()))
    .on(PROJECT, generationEnded({ n: 1, jobId: 'job_1', outcome: 'finished' }));
  given(history).then({ prj_1: { body: { ...revised, mark: markAt(PROJECT, 4) } } });
});

const WORKSPACE = 'workspace-ws_1';
const workspace = { name: 'Studio', personal: false, createdAt: at(0) };

test('a workspace is in the list of each member, and in no other', (t) => {
  const { given } = projectionSpec(t, workspaceListProjection);
  const history = createHistory()
    .on(WORKSPACE, workspaceCreated({ ...workspace, ownerKey: 'ann' }))
    .on(WORKSPACE, memberAdded({ userKey: 'bob', role: 'member', workspace }));
  const listed = { ...workspace, workspaceId: 'ws_1' };
  const ann = { owner: 'ann', body: { ...listed, role: 'owner' as const, joinedPosition: positionOf(0) } };
  const bob = { owner: 'bob', body: { ...listed, role: 'member' as const, joinedPosition: positionOf(1) } };
  given(history).then({ 'ann:ws_1': ann, 'bob:ws_1': bob });
  t.deepEqual(workspaceItem(ann.body), { id: 'ws_1', ...workspace, role: 'owner' });

  // Another role leaves it in its place.
  history.on(WORKSPACE, memberAdded({ userKey: 'bob', role: 'owner', workspace }));
  given(history).then({ 'ann:ws_1': ann, 'bob:ws_1': { ...bob, body: { ...bob.body, role: 'owner' } } });
});

test('a workspace leaves the lists of removed members, and of all when it is deleted', (t) => {
  const { given } = projectionSpec(t, workspaceListProjection);
  const history = createHistory()
    .on(WORKSPACE, workspaceCreated({ ...workspace, ownerKey: 'ann' }))
    .on(
      WORKSPACE,
      memberAdded({ userKey: 'bob', role: 'member', workspace }),
      memberAdded({ userKey: 'cat', role: 'member', workspace }),
    )
    .on(WORKSPACE, memberRemoved({ userKey: 'bob' }));
  const bodyOf = (role: 'owner' | 'member', n: number) => ({
    ...workspace,
    workspaceId: 'ws_1',
    role,
    joinedPosition: positionOf(n),
  });
  given(history).then({
    'ann:ws_1': { owner: 'ann', body: bodyOf('owner', 0) },
    'cat:ws_1': { owner: 'cat', body: bodyOf('member', 2) },
  });
  history.on(WORKSPACE, workspaceDeleted({ deletedBy: 'ann', memberKeys: ['ann', 'cat'] }));
  given(history).then({});
});

test('a webhook has its workspace by its id alone, until it is removed', (t) => {
  const { given } = projectionSpec(t, webhookOwnerProjection);
  const about = {
    host: null,
    events: ['job.completed' as const],
    description: null,
    createdAt: at(0),
    object: 'ws_1/a',
  };
  const history = createHistory()
    .on(
      'webhooks-ws_1',
      webhookCreated({ ...about, webhookId: 'whk_1' }),
      webhookCreated({ ...about, webhookId: 'whk_2' }),
    )
    .on('webhooks-ws_2', webhookCreated({ ...about, webhookId: 'whk_3' }))
    .on('webhooks-ws_1', webhookRemoved({ webhookId: 'whk_1', replaced: 'ws_1/a' }));
  given(history).then({
    whk_2: { owner: 'whk_2', body: { workspaceId: 'ws_1' } },
    whk_3: { owner: 'whk_3', body: { workspaceId: 'ws_2' } },
  });
});

test('the library lists what was made, once, by name and number', (t) => {
  const details = jobDetailsOf();
  const story = frameStory(details, 0, 2);
  const single = frameStory(batchDetailsOf(), 1);
  const history = createHistory()
    .on('job-job_1', story.dispatched(), story.claimed(), story.rendered())
    .on('job-job_3', single.rendered())
    .on('job-job_2', frameStory(details, 1, 3).rendered(1, story.asset));
  const photo = {
    type: 'photo' as const,
    filename: 'frame-001-attempt-2.png',
    asset: story.asset,
    jobId: 'job_1',
    createdAt: at(0),
    renderedPosition: positionOf(2),
  };
  const picture = {
    type: 'photo' as const,
    filename: 'frame-002-attempt-1.png',
    asset: single.asset,
    jobId: 'job_3',
    createdAt: at(1_000),
    renderedPosition: positionOf(3),
  };
  projectionSpec(t, assetLibraryProjection)
    .given(history)
    .then({ [story.asset.id]: { body: photo }, [single.asset.id]: { body: picture } });
  t.deepEqual(assetItem(photo), {
    id: 'ast_req_0-2',
    type: 'photo',
    filename: 'frame-001-attempt-2.png',
    $asset: story.asset.key,
    contentType: 'image/png',
    sizeBytes: 40_000,
    createdAt: at(0),
    jobId: 'job_1',
  });
});

const media = {
  video: ['assembly', 'video/mp4'],
  music: ['music', 'audio/flac'],
  voice: ['speech', 'audio/wav'],
} as const;

test('films, music and speech are in the library by type; scenes and reports of a film are not', (t) => {
  const story = frameStory(jobDetailsOf(), 0);
  const history = createHistory();
  const rendered = (makes: Makes, contentType: string) => {
    const event = story.rendered(1, { ...story.asset, id: `ast_${makes}`, contentType });
    history.on('job-job_1', { ...event, data: { ...event.data, makes } });
  };
  for (const [makes, contentType] of Object.values(media)) rendered(makes, contentType);
  rendered('clip', 'video/mp4');
  rendered('report', 'application/json');
  rendered('image', 'image/webp');
  const documents = [...foldDocuments(assetLibraryProjection, history.events).values()];
  const groups = assetGroups(documents.map(({ body }) => body));
  const namesOf = (items: readonly { readonly filename: string }[]) => items.map(({ filename }) => filename);
  t.deepEqual(namesOf(groups.videos), ['film-attempt-1.mp4']);
  t.deepEqual(namesOf(groups.music), ['music-attempt-1.flac']);
  t.deepEqual(namesOf(groups.voices), ['speech-attempt-1.wav']);
  t.deepEqual(namesOf(groups.photos), ['frame-001-attempt-1.webp']);
});
