/** Read model `ledger-entries`: one document per entry of every ledger. Events that move no credits are no entries. */
import type { ProviderCost } from '../src/kernel/provider-cost.ts';
import type { OwnKeyName } from '../events/common.ts';
import {
  type Allocation,
  type Balances,
  bonusOf,
  isEntry,
  type LedgerEntry,
  type LedgerEvent,
  sumOf,
} from '../events/ledger.ts';
import { WHOLE } from '../commands/job/queries.ts';
import { ofEvent } from '../src/kernel/handlers.ts';
import { closingOf } from './common/credits.ts';
import { markOf } from '../src/kernel/projection.ts';
import { defineProjection, NONE } from './common/define.ts';
import type { Names } from './common/views.ts';

export type EntryKind = 'grant' | 'hold' | 'debit' | 'release' | 'refund' | 'expiry';

export type LedgerEntryDocument = {
  readonly entryId: string;
  readonly position: string;
  /** In its ledger, from 0; the ends of periods are counted there and not listed. */
  readonly revision: number;
  readonly kind: EntryKind;
  /**
   * The change of each balance: the amounts of all entries add up to the balances of the last. A hold moves `held`
   * alone, a debit takes from the pools and from `held`.
   */
  readonly amounts: { readonly paid: number; readonly bonus: number; readonly held: number };
  /** The job that it is about. */
  readonly jobId: string | null;
  readonly holdId: string | null;
  /** The tasks that it is about. */
  readonly requirementIds: readonly string[];
  readonly attemptKeys: readonly string[];
  /**
   * The cost, as providers told it, of all attempts behind the closed parts: a sum for each currency. An attempt counts
   * in one entry at most.
   */
  readonly providerCosts: readonly ProviderCost[];
  /** The workspace's keys at providers that the work was made under. */
  readonly ownKeys: readonly OwnKeyName[];
  /** The debit that a refund gives back. */
  readonly refundedEntryId: string | null;
  /** The note of a grant, the reason of a release or refund. */
  readonly note: string | null;
  readonly balanceAfter: Balances;
  /** Of the ledger's chain, up to and including this entry. */
  readonly hash: string;
  readonly at: string;
  readonly actor: string;
};

type Particulars = Pick<LedgerEntryDocument, 'kind' | 'amounts'> & Partial<LedgerEntryDocument>;

export const particularsOf = ofEvent<LedgerEntry, Particulars>({
  CreditsGranted: (grant) => ({ kind: 'grant', amounts: pools([grant], 1), note: grant.note }),
  CreditsExpired: (expired) => ({ kind: 'expiry', amounts: pools([expired], -1) }),
  CreditsHeld: ({ ownerId, holdId, parts }) => ({
    kind: 'hold',
    amounts: { bonus: 0, held: sumOf(parts.flatMap(({ allocations }) => allocations)), paid: 0 },
    jobId: ownerId,
    holdId,
    requirementIds: tasksOf(parts),
  }),
  HoldReleased: ({ ownerId, holdId, parts, reason, providerCosts = [] }, event) => ({
    kind: 'release',
    amounts: { bonus: 0, held: negative(closingOf(event).closed), paid: 0 },
    jobId: ownerId,
    holdId,
    requirementIds: tasksOf(parts),
    note: reason,
    providerCosts,
  }),
  LedgerDebited: ({ ownerId, holdId, partId, debited, attemptKeys, ownKeys = [], providerCosts = [] }, event) => ({
    kind: 'debit',
    amounts: pools(debited, -1, negative(closingOf(event).closed)),
    jobId: ownerId,
    holdId,
    requirementIds: tasksOf([{ partId }]),
    attemptKeys,
    providerCosts,
    ownKeys,
  }),
  LedgerRefunded: ({ allocations, refundedEntryId, reason }) => ({
    kind: 'refund',
    amounts: pools(allocations, 1),
    refundedEntryId,
    note: reason,
  }),
});

/** The part of a whole job is about none of its tasks. */
const tasksOf = (parts: readonly { readonly partId: string }[]): readonly string[] =>
  parts.flatMap(({ partId }) => (partId === WHOLE ? [] : [partId]));

const pools = (allocations: readonly Allocation[], sign: 1 | -1, held = 0): LedgerEntryDocument['amounts'] => {
  const bonus = bonusOf(allocations);
  const paid = sumOf(allocations) - bonus;
  return sign === 1 ? { bonus, held, paid } : { bonus: negative(bonus), held, paid: negative(paid) };
};

/** JSON knows no -0. */
const negative = (amount: number): number => (amount === 0 ? 0 : -amount);

export const ledgerEntriesProjection = defineProjection<LedgerEntryDocument, LedgerEvent>({
  name: 'ledger-entries',
  version: 3,
  indexes: { byPosition: ['position'], byKind: ['kind', 'position'], byTime: ['at', 'position'] },
  categories: ['ledger'],
  ofOneEvent: true,
  // Callers may choose the entry ids of grants: an id is unique only within its ledger.
  touches: (event) => (isEntry(event) ? [`${event.stream}:${event.revision}`] : NONE),
  evolve: (document, event) => {
    if (!isEntry(event)) return document;
    const own = particularsOf(event);
    const { hash, revision } = markOf(event);
    // In canonical order: a store that writes it in that order copies nothing.
    return {
      actor: event.metadata.actor,
      amounts: own.amounts,
      at: event.metadata.at,
      attemptKeys: own.attemptKeys ?? [],
      balanceAfter: event.data.balances,
      entryId: event.data.entryId,
      hash,
      holdId: own.holdId ?? null,
      jobId: own.jobId ?? null,
      kind: own.kind,
      note: own.note ?? null,
      ownKeys: own.ownKeys ?? [],
      position: event.position,
      providerCosts: own.providerCosts ?? [],
      refundedEntryId: own.refundedEntryId ?? null,
      requirementIds: own.requirementIds ?? [],
      revision,
    };
  },
});

const USER = 'user:';

/** The key of the person that caused the entry; undefined where the service or a tool did. */
export const personOf = ({ actor }: Pick<LedgerEntryDocument, 'actor'>): string | undefined =>
  actor.startsWith(USER) ? actor.slice(USER.length) : undefined;

/** As ledger/entries and ledger/export list it. */
export const ledgerEntryView = (document: LedgerEntryDocument, names: Names) => {
  const { entryId, position, kind, amounts, balanceAfter, hash, at, actor } = document;
  const { jobId, requirementIds, attemptKeys, ownKeys, providerCosts, refundedEntryId, note } = document;
  const [requirementId] = requirementIds;
  return {
    entryId,
    position,
    kind,
    amounts,
    ...(jobId === null ? {} : { jobId }),
    ...(requirementId === undefined || requirementIds.length > 1 ? {} : { requirementId }),
    ...(attemptKeys.length === 0 ? {} : { attemptKeys }),
    ...(providerCosts.length === 0 ? {} : { providerCosts }),
    ...(ownKeys.length === 0 ? {} : { ownKeys }),
    ...(kind === 'grant' && note !== null && note !== '' ? { note } : {}),
    ...(refundedEntryId === null ? {} : { refundedEntryId, reason: note ?? '' }),
    balanceAfter,
    hash,
    at,
    actor,
    actorName: names.get(personOf(document) ?? '') ?? null,
  };
};
