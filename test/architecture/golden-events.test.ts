/** Every event ever written can be read (I23): one stored sample of each event type and version, never edited. */
import test from 'ava';
import { eventTypes } from '../../events/registry.ts';
import { projections } from '../../projections/registry.ts';
import { changedFolds, documentsOfSamples, flawInStory, foldsOfSamples } from '../../infra/tooling/add-event-sample.ts';
import { nameOf, readManifest, readSamples, storedOf } from '../../infra/tooling/event-samples.ts';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { type EventDefinition, eventsOf } from '../../src/kernel/event.ts';
import { collectionOf, type Projection } from '../../src/kernel/projection.ts';
import * as shape from '../../src/kernel/shape.ts';
import { createEventCodec, GENESIS } from '../../src/schema/event-codec.ts';
import { compile } from '../../src/schema/validator.ts';

const samples = readSamples();
const manifest = readManifest();

const versionsOf = ({ category, type, version }: EventDefinition): readonly string[] =>
  Array.from({ length: version }, (_, index) => `${category}.${type}.v${index + 1}`);

test('every registered type and version has a sample, and every sample a type', (t) => {
  const registered = eventTypes.flatMap(versionsOf);
  const without = registered.filter((name) => !samples.has(name));
  t.deepEqual(without, [], 'add a sample of each: events/README.md');
  t.deepEqual([...samples.keys()], registered.toSorted());
  for (const [name, { sample }] of samples) t.is(nameOf(sample), name);
});

test('no sample was edited or removed', (t) => {
  t.deepEqual(Object.fromEntries([...samples].map(([name, { text }]) => [name, sha256(text)])), manifest.samples);
});

test('the shape of every event is strict JSON Schema, and its sample fits it', (t) => {
  for (const definition of eventTypes) {
    const newest = samples.get(versionsOf(definition).at(-1) ?? '');
    t.deepEqual(compile(definition.data)(newest?.sample.data), { ok: true, value: newest?.sample.data });
  }
});

/** The flaw in reading one sample. */
const unreadable = (definitions: readonly EventDefinition[], name: string): string | undefined => {
  const codec = createEventCodec(definitions);
  const sample = samples.get(name)?.sample;
  if (sample === undefined) return 'there is none';
  try {
    codec.verify(GENESIS, storedOf(sample));
    codec.decode(storedOf(sample));
    return undefined;
  } catch (error) {
    return String(error);
  }
};

test('every sample is read by the present code, its chain unbroken', (t) => {
  for (const name of samples.keys()) t.is(unreadable(eventTypes, name), undefined, name);
});

test('the samples of a category fold to the state that they always folded to', (t) => {
  t.deepEqual(
    foldsOfSamples(),
    manifest.folds,
    'if the state was meant to change: node infra/tooling/add-event-sample.ts --folds',
  );
});

test('the samples leave the documents that their collections have always had', (t) => {
  const documents = documentsOfSamples();
  const raise = 'the fold of a read model has changed: raise its version, and with it the name of its collection';
  t.deepEqual(changedFolds(manifest.documents, documents), [], raise);
  t.deepEqual(documents, manifest.documents, 'once it is raised: node infra/tooling/add-event-sample.ts --folds');
});

test('a sample that is added continues the story of its category', (t) => {
  const paused = samples.get('job.JobPaused.v1')?.sample;
  const dispatch = samples.get('job.TaskDispatched.v1')?.sample;
  if (paused === undefined || dispatch === undefined) return t.fail('there is no such sample');
  t.regex(flawInStory(paused) ?? '', /^its revision must be past \d+$/);
  const elsewhere = { ...dispatch, revision: 1_000, data: { ...(dispatch.data as object), taskId: 'scene-9999' } };
  t.is(flawInStory(elsewhere), 'the job has no task scene-9999');
  t.is(flawInStory({ ...paused, revision: 1_000 }), undefined);
});

test('sabotage: a document with one more member in a collection of before is noticed', (t) => {
  const one = projections.find(({ name }) => name === 'delivery-list');
  if (one === undefined) return t.fail('there is no such read model');
  const changed: Projection = { ...one, evolve: (...given) => Object.assign({ more: null }, one.evolve(...given)) };
  const found = (version: number) => changedFolds(manifest.documents, documentsOfSamples([{ ...changed, version }]));
  t.deepEqual(found(changed.version), [collectionOf(changed)]);
  t.deepEqual(found(changed.version + 1), []);
});

test('sabotage: a member that is renamed without an upcaster is noticed', (t) => {
  const event = eventsOf('workspace');
  const renamed = event('MemberRemoved', { memberKey: shape.string() });
  t.regex(unreadable([renamed], 'workspace.MemberRemoved.v1') ?? '', /does not fit its shape/);
  const lifted = event('MemberRemoved', { memberKey: shape.string() }, 2, {
    1: ({ userKey }: { userKey: string }) => ({ memberKey: userKey }),
  });
  t.is(unreadable([lifted], 'workspace.MemberRemoved.v1'), undefined);
});
