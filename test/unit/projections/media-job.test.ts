import test from 'ava';
import { mediaCompleted, mediaFailed, mediaQueued, mediaRefused } from '../../../events/media/index.ts';
import { mediaJobProjection } from '../../../projections/media-job/definition.ts';
import type { MediaJobDocument, SceneEntry } from '../../../projections/media-job/document.ts';
import { mediaJobResult } from '../../../projections/media-job/view.ts';
import { jobSummary } from '../../../src/http/contract/shapes/job.ts';
import { projectionSpec } from '../../spec/projection-spec.ts';
import { at, mediaDetailsOf } from '../../support/builders.ts';
import { createHistory, markAt, positionOf } from '../../support/history.ts';
import type { History } from '../../support/history.ts';
import { holdStory } from '../../support/ledger-story.ts';
import { shapeErrors } from '../../support/presented.ts';
import { sceneStory } from '../../support/scene-story.ts';

const STREAM = 'media-med_1';
const LEDGER = 'ledger-ws_1';
const details = mediaDetailsOf();
const hold = holdStory({ ownerId: 'med_1', n: 0, parts: { scn_0: 4, scn_1: 4 } });
const first = sceneStory(details, 0);
const second = sceneStory(details, 1);

const scene = (index: number, rest: Partial<SceneEntry> = {}): SceneEntry => ({
  sceneId: `scn_${index}`,
  index,
  priceCredits: 4,
  status: 'pending',
  asset: null,
  error: null,
  ...rest,
});

const document = (revision: number, rest: Partial<MediaJobDocument> = {}): MediaJobDocument => ({
  mediaId: 'med_1',
  kind: 'image',
  operation: 'storyboard_batch',
  projectId: 'prj_1',
  holdId: 'hld_1',
  engine: 'service_images',
  continuityMode: 'independent',
  status: 'running',
  requiredCredits: 8,
  heldCredits: 8,
  chargedCredits: 0,
  queuedPosition: positionOf(0),
  createdAt: at(0),
  updatedAt: at(revision * 1_000),
  mark: markAt(STREAM, revision),
  scenes: [scene(0), scene(1)],
  ...rest,
});

const queued = () => createHistory().on(STREAM, mediaQueued(details));

test('scenes go their ways, step by step', (t) => {
  const { given } = projectionSpec(t, mediaJobProjection);
  const history = queued();
  const expect = (rest: Partial<MediaJobDocument>) => {
    const body = document(history.events.length - 1, rest);
    given(history).then({ med_1: { body } });
  };
  expect({ status: 'queued' });
  history.on(STREAM, first.dispatched());
  expect({ scenes: [scene(0, { status: 'rendering' }), scene(1)] });
  history.on(STREAM, first.claimed()).on(STREAM, first.unknown());
  expect({ scenes: [scene(0, { status: 'dispatch_unknown' }), scene(1)] });
  history.on(STREAM, first.rendered());
  const rendered = scene(0, { status: 'rendered', asset: first.asset });
  expect({ scenes: [rendered, scene(1)] });
  history.on(STREAM, second.failed());
  const failed = scene(1, { status: 'failed', error: { code: 'rejected', message: 'not like this' } });
  expect({ scenes: [rendered, failed] });
  history.on(LEDGER, hold.debited('scn_0', 4)).on(LEDGER, hold.released('scn_1'));
  const settled = { scenes: [rendered, failed], heldCredits: 0, chargedCredits: 4 };
  expect({ ...settled, mark: markAt(STREAM, 5) });
  history.on(STREAM, mediaCompleted({ rendered: 1, failed: 1, chargedCredits: 4 }));
  expect({ ...settled, status: 'partially_completed', mark: markAt(STREAM, 6) });
});

test('refused work does not exist, and its hold is nobody else’s', (t) => {
  const { given } = projectionSpec(t, mediaJobProjection);
  const refused = createHistory()
    .on(LEDGER, hold.held())
    .on(STREAM, mediaRefused({ reason: 'abandoned' }))
    .on(LEDGER, hold.released('scn_0', 'scn_1'));
  given(refused).then({});
  const other = holdStory({ ownerId: 'med_1', holdId: 'hld_0', n: 0, parts: { scn_0: 4 } });
  const lost = queued().on(LEDGER, other.released('scn_0'));
  given(lost).thenAbout('med_1', ({ heldCredits }) => t.is(heldCredits, 8));
});

const finals: Record<string, [MediaJobDocument['status'], History, assets: number]> = {
  'everything rendered': [
    'completed',
    queued().on(
      STREAM,
      first.rendered(),
      second.rendered(),
      mediaCompleted({ rendered: 2, failed: 0, chargedCredits: 8 }),
    ),
    2,
  ],
  'nothing rendered': ['failed', queued().on(STREAM, first.failed(), second.broken(), mediaFailed({ failed: 2 })), 0],
  'still at it': ['running', queued().on(STREAM, first.dispatched(), second.dispatched(), first.rendered()), 0],
};

for (const [name, [status, history, assets]] of Object.entries(finals)) {
  test(`${status}: ${name}`, (t) => {
    projectionSpec(t, mediaJobProjection)
      .given(history)
      .thenAbout('med_1', (body) => {
        const { job, result } = mediaJobResult(body);
        t.is(shapeErrors(jobSummary, job), undefined);
        t.is(job.status, status);
        t.is(result?.assets.length ?? 0, assets);
        t.is(job.error?.code, status === 'failed' ? 'rejected' : undefined);
      });
  });
}
