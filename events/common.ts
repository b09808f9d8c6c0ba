/** Shapes that several events share. */
import {
  array,
  boolean,
  integer,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Static,
  string,
} from '../src/kernel/shape.ts';
import { governanceModes } from '../src/kernel/governance.ts';
import { limits } from '../src/kernel/limits.ts';
import { AMOUNT, CURRENCY } from '../src/kernel/provider-cost.ts';

/** Any of our ids and content keys. */
export const id = string({ minLength: 1, maxLength: 200 });

/** The key of a sealed object. */
export const sealed = string({ maxLength: limits.objectKeyCharsMax });

/** Names a workspace's key at a provider, and tells nothing of it. */
export const fingerprint = string({ pattern: '^[0-9a-f]{16}$' });

/** Such keys, each with its provider. */
export const ownKeys = array(object({ provider: string({ maxLength: 100 }), fingerprint }), {
  minItems: 1,
  maxItems: limits.ownKeysPerEntryMax,
});
export type OwnKeyName = Static<typeof ownKeys>[number];

/** Lower-case hex sha256. */
export const hash = string({ pattern: '^[0-9a-f]{64}$' });

export const count = integer({ minimum: 0 });

export const credits = integer({ minimum: 0 });

/** RFC 3339 UTC. */
export const time = string({ minLength: 20, maxLength: 35 });

/** The own cost of a provider, as it tells it (`ProviderCost`). Credits never follow from it. */
export const providerCost = object({ amount: string({ pattern: AMOUNT }), currency: string({ pattern: CURRENCY }) });

/** The sum of each currency. */
export const providerCosts = array(providerCost, { maxItems: limits.costCurrenciesMax });

/** The output of an attempt, in the object store. */
export const asset = object({
  id,
  /** sha256 of the bytes. */
  hash,
  /** Key in the object store. */
  key: string({ maxLength: 300 }),
  contentType: string({ maxLength: 100 }),
  /** In pixels, of the visible part. */
  width: optional(count),
  height: optional(count),
  /** Of media with a length. */
  durationMs: optional(count),
  sizeBytes: count,
});
export type Asset = Static<typeof asset>;

const words = array(string({ maxLength: limits.coverageWordCharsMax }), { maxItems: limits.coverageWordsMax });

/** Words of the prompt that the engine says it has drawn, and those that it left out. */
export const coverage = object({ drawn: words, left: words });
export type Coverage = Static<typeof coverage>;

const bound = object({ min: optional(number()), max: optional(number()) });

/** The metrics of a scorer and the bounds of its verdict: enough to replay the verdict. */
export const evidence = object({
  scorer: string({ maxLength: 100 }),
  version: string({ maxLength: 100 }),
  verdict: oneOf(['pass', 'fail']),
  metrics: record(number()),
  thresholds: record(bound),
  failed: array(string({ maxLength: 100 }), { maxItems: 50 }),
  corrections: array(string({ maxLength: 500 }), { maxItems: 50 }),
  perceptualHash: string({ maxLength: 64 }),
  /** Of an engine that tells; the verdict does not rest on it. */
  coverage: optional(coverage),
  /** The mode that moved the bounds, where one did. */
  governanceMode: optional(oneOf([...governanceModes])),
});
export type FrameEvidence = Static<typeof evidence>;

/** A person's decision on a frame, as it was recorded. */
export const decisionRecord = object({
  decision: oneOf(['accept', 'repair']),
  note: string(),
  /** Absent where the person did not approve it. */
  approveForTraining: optional(boolean()),
  decidedBy: id,
  decidedAt: time,
});

export const requirementIds = array(id, { maxItems: 200 });

export const nullableId = nullable(id);
export const nullableTime = nullable(time);
