/**
 * Adds a golden sample, or records the present fold of the samples:
 *
 *   node infra/tooling/add-event-sample.ts sample.json    { stream, revision, id, type, data, metadata }
 *   node infra/tooling/add-event-sample.ts --folds
 *
 * A sample that is there already is never written over: a change of its event needs a new version.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { deciders } from '../../commands/registry.ts';
import { eventTypes } from '../../events/registry.ts';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import type { Decider, Refusal } from '../../src/kernel/decider.ts';
import { categoryOf, type DomainEvent, type EventMetadata } from '../../src/kernel/event.ts';
import { assert } from '../../src/kernel/faults.ts';
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
  const file = new URL(`${name}.json`, samplesFolder);
  assert(!existsSync(file), `${name} is there already`);
  const text = `${JSON.stringify(sample, null, 2)}\n`;
  mkdirSync(samplesFolder, { recursive: true });
  writeFileSync(file, text);
  const { samples, folds } = readManifest();
  const all = Object.entries({ ...samples, [name]: sha256(text) }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  save({ samples: Object.fromEntries(all), folds });
};

/** The fold of each aggregate over the samples of its category. */
export const foldsOfSamples = (): Readonly<Record<string, string>> => {
  const codec = createEventCodec();
  const samples = [...readSamples().values()].map(({ sample }) => sample);
  const foldOf = (category: string): string => {
    const own = samples.filter(({ stream }) => categoryOf(stream) === category);
    const events = own.toSorted((a, b) => a.revision - b.revision).map((sample) => codec.decode(storedOf(sample)));
    const decider = deciders[category as keyof typeof deciders] as unknown;
    return foldHash(decider as Decider<unknown, never, DomainEvent, Refusal>, events);
  };
  return Object.fromEntries(Object.keys(deciders).map((category) => [category, foldOf(category)]));
};

if (import.meta.main) {
  const [argument] = process.argv.slice(2);
  assert(argument !== undefined, 'name a file, or say --folds');
  if (argument === '--folds') save({ ...readManifest(), folds: foldsOfSamples() });
  else addSample(JSON.parse(readFileSync(argument, 'utf8')) as NewSample);
}
