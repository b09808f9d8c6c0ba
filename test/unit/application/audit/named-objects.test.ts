/** An audit of objects looks at everything that the log names: no event names one that it does not know of. */
import test from 'ava';
import { jobQueued } from '../../../../events/job.ts';
import { readSamples } from '../../../../infra/tooling/event-samples.ts';
import { namedBy, NAMING } from '../../../../src/application/audit/objects.ts';
import { categoryOf } from '../../../../src/kernel/event.ts';
import { assetOf, batchDetailsOf, jobDetailsOf } from '../../../support/jobs/builders.ts';
import { frameStory } from '../../../support/jobs/frame-story.ts';

/** These say again what an event before them has named, in the same workspace. */
const AGAIN: ReadonlySet<string> = new Set([
  'TaskDispatched previousAsset',
  'FrameCarried asset',
  'FrameReviewed assetHash',
  'GenerationClaimed manifestHash',
  'JobQueued contentHash',
  'JobQueued additionsHash',
  'JobQueued previousAsset',
  'JobQueued asset',
  'ManifestTookOver manifestHash',
  'PlanReplaced byManifestHash',
  'PlanSuperseded byManifestHash',
  'ProjectPeriodClosed artifactHash',
  'ProjectPeriodClosed manifestHash',
]);

const NAMES = /^(?:asset|previousAsset|\w*(?:artifact|manifest|content|additions|profile)Hash)$/i;

/** Every member, at any depth, that looks like the name of an object. */
const namesIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([member, inner]) => [...(NAMES.test(member) ? [member] : []), ...namesIn(inner)]);

const samples = [...readSamples().values()].map(({ sample }) => sample);

test('every member of an event that names an object is looked at, or says again what was', (t) => {
  const unknown = samples.flatMap(({ type, stream, data }) =>
    [...new Set(namesIn(data))]
      .filter((member) => !AGAIN.has(`${type} ${member}`))
      .filter(() => namedBy({ type, data }, 'ws_1').length === 0 || !NAMING.includes(categoryOf(stream)))
      .map((member) => `${type} ${member}`),
  );
  t.deepEqual(unknown, []);
});

test('a job without a plan names its own content', (t) => {
  const { type, data } = jobQueued(batchDetailsOf());
  t.is(namedBy({ type, data }, 'ws_1')[0]?.hash, data.contentHash);
  const planned = jobQueued(jobDetailsOf());
  t.deepEqual(namedBy(planned, 'ws_1'), []);
});

test('an output names what was made beside it', (t) => {
  const captions = { ...assetOf('captions'), contentType: 'text/vtt' };
  const { type, data } = frameStory(batchDetailsOf(), 0).rendered();
  const both = namedBy({ type, data: { ...data, attachments: [{ name: 'captions', asset: captions }] } }, 'ws_1');
  t.deepEqual(
    both.map(({ hash }) => hash),
    [data.asset.hash, captions.hash],
  );
});

test('an object is named by its key in the workspace of its event, and by its hash', (t) => {
  const found = new Map(samples.map(({ type, data }) => [type, namedBy({ type, data }, 'ws_1')]));
  for (const [type, named] of found)
    t.true(
      named.every(({ key, hash }) => key.includes(hash)),
      type,
    );
  t.regex(found.get('PlanPrepared')?.[0]?.key ?? '', /^ws_1\/artifacts\/[0-9a-f]{64}$/);
  t.deepEqual(namedBy({ type: 'PlanPrepared', data: {} }, undefined), []);
});
