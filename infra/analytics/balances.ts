/**
 * All balances from the records of `pi.ledger.v1` alone, as an analyst would write it from `/api/v1/asyncapi`. Nothing
 * of the service is imported. Each entry carries the balances after it. This fold computes them from the movements and
 * compares; it checks the hash chain of each ledger, too.
 */
import { createHash } from 'node:crypto';

/** A record as it was read: headers and value as text. */
export type LedgerRecord = {
  readonly partition: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly value: string;
};

export type Balance = {
  readonly workspaceId: string;
  /** The credits of the pools, held ones included. */
  readonly paid: number;
  readonly bonus: number;
  readonly held: number;
  /** Counts of each event: type of event to number of events. */
  readonly counts: Readonly<Record<string, number>>;
};

export type Balances = {
  /** Takes the next record of its partition; throws when a ledger does not hold together. */
  take(record: LedgerRecord): void;
  /** Of every workspace that has a ledger, by id. */
  all(): readonly Balance[];
  readonly taken: number;
  /** Records that had come before. */
  readonly dropped: number;
};

type Pools = { paid: number; bonus: number; held: number };
type Ledger = Pools & { revision: number; hash: string; readonly counts: Record<string, number> };
type Allocation = { readonly lot: string; readonly amount: number };
type Entry = Partial<Allocation> & {
  readonly balances: Pools;
  readonly parts?: readonly { readonly allocations: readonly Allocation[] }[];
  readonly debited?: readonly Allocation[];
  readonly returned?: readonly Allocation[];
  readonly allocations?: readonly Allocation[];
};

export const createBalances = (): Balances => {
  const highest = new Map<number, string>();
  const ledgers = new Map<string, Ledger>();
  let [taken, dropped] = [0, 0];

  const take = ({ partition, headers, value }: LedgerRecord): void => {
    const sequence = headers['ce_sequence'] ?? '';
    // The whole rule against duplicates: sequences sort as text, and never fall within a partition.
    if (sequence <= (highest.get(partition) ?? '')) {
      dropped += 1;
      return;
    }
    highest.set(partition, sequence);
    taken += 1;
    const stream = headers['ce_subject'] ?? '';
    const type = headers['ce_type']?.split('.').at(-1) ?? '';
    const ledger = ledgers.get(stream) ?? { paid: 0, bonus: 0, held: 0, revision: -1, hash: GENESIS, counts: {} };
    ledgers.set(stream, ledger);
    follow(ledger, stream, type, headers, value);
    ledger.counts[type] = (ledger.counts[type] ?? 0) + 1;
    const entry = JSON.parse(value) as Entry;
    move(ledger, type, entry);
    for (const pool of ['paid', 'bonus', 'held'] as const) {
      const said = entry.balances[pool];
      if (ledger[pool] !== said) throw new Error(`${stream}@${ledger.revision}: ${pool} ${ledger[pool]}, not ${said}`);
    }
  };

  return {
    take,
    all: () =>
      [...ledgers]
        .map(([stream, { paid, bonus, held, counts }]) => {
          return { workspaceId: stream.slice('ledger-'.length), paid, bonus, held, counts };
        })
        .sort((one, other) => (one.workspaceId < other.workspaceId ? -1 : 1)),
    get taken() {
      return taken;
    },
    get dropped() {
      return dropped;
    },
  };
};

const GENESIS = '0'.repeat(64);
/** Metadata begins with `{"$hash":"<64 hex digits>",`; the rest is hashed with the event. */
const HASH_AT = '{"$hash":"'.length;
const REST_AT = HASH_AT + GENESIS.length + '",'.length;

/** A ledger has no gap, and nothing in it was changed. */
const follow = (
  ledger: Ledger,
  stream: string,
  type: string,
  headers: LedgerRecord['headers'],
  value: string,
): void => {
  const { ce_id: id, ce_streamrevision, pi_metadata: metadata = '' } = headers;
  const revision = Number(ce_streamrevision);
  if (revision !== ledger.revision + 1) throw new Error(`${stream}: ${revision} after ${ledger.revision}`);
  const text = [ledger.hash, stream, revision, id, type, value, metadata.slice(REST_AT)].join('\n');
  const hash = createHash('sha256').update(text).digest('hex');
  if (hash !== metadata.slice(HASH_AT, HASH_AT + hash.length)) throw new Error(`${stream}@${revision}: broken chain`);
  ledger.revision = revision;
  ledger.hash = hash;
};

/**
 * The effect of an entry: holds set aside, debits and expiries take away, releases give back, grants and refunds add.
 */
const move = (ledger: Ledger, type: string, entry: Entry): void => {
  const { lot = '', amount = 0, parts = [], debited = [], returned = [], allocations = [] } = entry;
  const ofParts = sum(parts.flatMap((part) => part.allocations));
  switch (type) {
    case 'CreditsGranted':
      return own(ledger, [{ lot, amount }], 1);
    case 'CreditsExpired':
      return own(ledger, [{ lot, amount }], -1);
    case 'LedgerRefunded':
      return own(ledger, allocations, 1);
    case 'CreditsHeld':
      ledger.held += ofParts;
      return;
    case 'HoldReleased':
      ledger.held -= ofParts;
      return;
    case 'LedgerDebited':
      ledger.held -= sum(debited) + sum(returned);
      return own(ledger, debited, -1);
    case 'SpendLimitsSet':
    case 'CreditsLow':
    case 'LedgerClosed':
    case 'LedgerPeriodClosed':
      return;
    default:
      throw new Error(`an entry of a kind that is not known here: ${type}`);
  }
};

/** A lot is `<pool>:<date of expiry, or never>`. */
const own = (ledger: Ledger, allocations: readonly Allocation[], sign: 1 | -1): void => {
  for (const { lot, amount } of allocations) ledger[lot.startsWith('paid:') ? 'paid' : 'bonus'] += sign * amount;
};

const sum = (allocations: readonly Allocation[]): number => allocations.reduce((all, { amount }) => all + amount, 0);
