/**
 * Adds a golden sample, or records the present fold of the samples:
 *
 *   node infra/tooling/add-event-sample.ts sample.json    { stream, revision, id, type, data, metadata }
 *   node infra/tooling/add-event-sample.ts --folds
 *
 * A sample that is there already is never written over: a change of its event needs a new version. Neither are the
 * documents that a read model made of it: a changed fold needs a new version of the read model.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { deciders } from '../../commands/registry.ts';
import { eventTypes } from '../../events/registry.ts';
import { projections } from '../../projections/registry.ts';
import { canonicalJson, sha256 } from '../../src/kernel/canonical-json.ts';
import type { Decider, Refusal } from '../../src/kernel/decider.ts';
import { categoryOf, type DomainEvent, type EventMetadata } from '../../src/kernel/event.ts';
import { assert } from '../../src/kernel/faults.ts';
import { collectionOf, type Projection } from '../../src/kernel/projection.ts';
import { createEventCodec, GENESIS } from '../../src/schema/event-codec.ts';
import {
  type EventSample,
  foldHash,
  type Manifest,
  manifestFile,
  nameOf,
  readManifest,
  readSamples,
  samplesFolder,
  storedOf,
} from './event-samples.ts';

export type NewSample = Pick<EventSample, 'stream' | 'revision' | 'id' | 'type' | 'data'> & {
  readonly metadata: EventMetadata;
};

const save = (manifest: Manifest): void => writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);

export const addSample = ({ stream, revision, id, type, data, metadata }: NewSample): void => {
  const category = categoryOf(stream);
  const definition = eventTypes.find((one) => one.category === category && one.type === type);
  assert(definition !== undefined, `${type} is no event of ${category}`);
  const place = { stream, revision, id, metadata, previousHash: GENESIS };
  const { encoded } = createEventCodec().encode({ type, data }, place);
  const sample: EventSample = {
    stream,
    revision,
    id,
    type,
    version: definition.version,
    data: JSON.parse(encoded.data),
    metadata: encoded.metadata,
  };
  const name = nameOf(sample);
  const flaw = flawInStory(sample);
  assert(flaw === undefined, `${name} does not continue the story of its category: ${flaw}`);
  const file = new URL(`${name}.json`, samplesFolder);
  assert(!existsSync(file), `${name} is there already`);
  const text = `${JSON.stringify(sample, null, 2)}\n`;
  mkdirSync(samplesFolder, { recursive: true });
  writeFileSync(file, text);
  const manifest = readManifest();
  const all = Object.entries({ ...manifest.samples, [name]: sha256(text) }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  save({ ...manifest, samples: Object.fromEntries(all) });
};

/** Why a sample cannot come last in its category. A sample is never removed, so it is folded before it is written. */
export const flawInStory = (sample: EventSample): string | undefined => {
  const others = allSamples();
  const category = categoryOf(sample.stream);
  const last = Math.max(-1, ...others.filter((one) => categoryOf(one.stream) === category).map((one) => one.revision));
  if (sample.revision <= last) return `its revision must be past ${last}`;
  try {
    foldsOfSamples([...others, sample]);
    documentsOfSamples(projections, [...others, sample]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const allSamples = (): readonly EventSample[] => [...readSamples().values()].map(({ sample }) => sample);

/** The fold of each aggregate over the samples of its category. */
export const foldsOfSamples = (samples = allSamples()): Readonly<Record<string, string>> => {
  const codec = createEventCodec();
  const foldOf = (category: string): string => {
    const own = samples.filter(({ stream }) => categoryOf(stream) === category);
    const events = own.toSorted((a, b) => a.revision - b.revision).map((sample) => codec.decode(storedOf(sample)));
    const decider = deciders[category as keyof typeof deciders] as unknown;
    return foldHash(decider as Decider<unknown, never, DomainEvent, Refusal>, events);
  };
  return Object.fromEntries(Object.keys(deciders).map((category) => [category, foldOf(category)]));
};

type Folded = Pick<Projection, 'name' | 'version' | 'categories' | 'touches' | 'evolve'>;

/**
 * For each collection the documents that a sample touches, as they are after it. Each category has a story of its own.
 * So a sample that is added comes last, and moves no other one.
 */
export const documentsOfSamples = (
  folded: readonly Folded[] = projections,
  samples = allSamples(),
): Manifest['documents'] => {
  const codec = createEventCodec();
  const leftIn = ({ touches, evolve }: Folded, category: string): readonly (readonly [string, string])[] => {
    const own = samples.filter(({ stream }) => categoryOf(stream) === category);
    const documents = new Map<string, unknown>();
    return own
      .toSorted((a, b) => a.revision - b.revision)
      .map((sample) => {
        const event = codec.decode(storedOf(sample));
        const ids = touches(event);
        for (const id of ids) documents.set(id, evolve(documents.get(id), event, id));
        return [nameOf(sample), sha256(canonicalJson(ids.map((id) => [id, documents.get(id) ?? null])))];
      });
  };
  const leftBy = (one: Folded) => Object.fromEntries(one.categories.flatMap((category) => leftIn(one, category)));
  return Object.fromEntries(folded.map((one) => [collectionOf(one), leftBy(one)]));
};

/** The collections whose documents of the same samples are others by now. */
export const changedFolds = (known: Manifest['documents'], made: Manifest['documents']): readonly string[] =>
  Object.keys(made).filter((collection) =>
    Object.entries(known[collection] ?? {}).some(([sample, hash]) => made[collection]?.[sample] !== hash),
  );

const takeFolds = (): void => {
  const manifest = readManifest();
  const documents = documentsOfSamples();
  const changed = changedFolds(manifest.documents, documents);
  assert(changed.length === 0, `raise the version of the read model, its fold has changed: ${changed.join(', ')}`);
  save({ ...manifest, folds: foldsOfSamples(), documents });
};

if (import.meta.main) {
  const [argument] = process.argv.slice(2);
  assert(argument !== undefined && argument !== '--help', 'name a file with the sample, or say --folds');
  if (argument === '--folds') takeFolds();
  else addSample(JSON.parse(readFileSync(argument, 'utf8')) as NewSample);
}
