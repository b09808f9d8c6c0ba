/**
 * Golden samples: one stored event of every type and version that was ever written, as `events/samples/<category>.
 * <Type>.v<version>.json`. They represent all logs that exist, so they are added and never edited; a manifest beside
 * their test has the sha256 of each. The samples of a category are one stream, in the order of `revision`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { canonicalJson, sha256 } from '../../src/kernel/canonical-json.ts';
import type { Decider, Refusal } from '../../src/kernel/decider.ts';
import { categoryOf, type DomainEvent, type RecordedEvent } from '../../src/kernel/event.ts';
import type { StoredEvent } from '../../src/ports/event-store.ts';

export const samplesFolder = new URL('../../events/samples/', import.meta.url);
export const manifestFile = new URL('../../test/architecture/golden-events.json', import.meta.url);

export type EventSample = {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly version: number;
  /** Stored as its canonical JSON. */
  readonly data: unknown;
  /** As it is stored; its hash is that of a first event, whatever the revision. */
  readonly metadata: string;
};

export type Manifest = {
  /** sha256 of each sample's file, by its name. */
  readonly samples: Readonly<Record<string, string>>;
  /** sha256 of the state that each category's samples fold to. It changes when the state is meant to. */
  readonly folds: Readonly<Record<string, string>>;
  /**
   * For each collection the sha256 of the documents that each sample leaves. One collection is of one fold: logs that
   * exist were folded by it, so these hashes are added and never changed.
   */
  readonly documents: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export const nameOf = ({ stream, type, version }: Pick<EventSample, 'stream' | 'type' | 'version'>): string =>
  `${categoryOf(stream)}.${type}.v${version}`;

export const readManifest = (): Manifest => JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;

/** All samples with their text, by the name of their file without its ending. */
export const readSamples = (): ReadonlyMap<string, { readonly sample: EventSample; readonly text: string }> =>
  new Map(
    readdirSync(samplesFolder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => {
        const text = readFileSync(new URL(name, samplesFolder), 'utf8');
        return [name.slice(0, -'.json'.length), { sample: JSON.parse(text) as EventSample, text }];
      }),
  );

export const storedOf = ({ stream, revision, id, type, data, metadata }: EventSample): StoredEvent => ({
  stream,
  revision,
  id,
  type,
  data: canonicalJson(data),
  metadata,
  position: `sample-${revision}`,
});

/** The hash of a decider's fold of events. */
export const foldHash = (
  decider: Pick<Decider<unknown, never, DomainEvent, Refusal>, 'initial' | 'evolve'>,
  events: readonly RecordedEvent[],
): string => sha256(canonicalJson(plain(events.reduce<unknown>(decider.evolve, decider.initial))));

/** A state as JSON: maps and sets as arrays, in their order. */
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (value instanceof Map || value instanceof Set || Array.isArray(value)) return Array.from(value, plain);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
};
