/**
 * An idle service on servers, checked on all its promises by a reader that runs nothing. It compares the log, the read
 * models and an analyst's view of the topics.
 */
import type { ExecutionContext } from 'ava';
import type { CreditSummaryDocument } from '../../../projections/credit-summary.ts';
import { projections } from '../../../projections/registry.ts';
import { rebuildBalances } from '../../../infra/analytics/rebuild-balances.ts';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { audit, type AuditReport } from '../../../src/application/audit/audit.ts';
import type { RecordedEvent } from '../../../src/kernel/event.ts';
import { readConfig } from '../../../src/main/config.ts';
import { type Core, openCore } from '../../../src/main/core.ts';
import { eventually } from '../kernel/eventually.ts';
import { quickMakers } from '../engines/quick-makers.ts';
import { type Since, untilNothingIsOwed } from '../log/whole-log.ts';

export type ReaderOptions = { readonly dataDir: string; readonly env: Readonly<Record<string, string>> };

/** It folds nothing and reacts to nothing. Open until the test is over. */
export const openReader = async (t: ExecutionContext, { dataDir, env }: ReaderOptions): Promise<Core> => {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env, ROLES: 'api' });
  const core = await openCore(config, (error) => t.fail(String(error)), quickMakers());
  t.teardown(async () => core.close());
  return core;
};

/** Until everything owed since then is done and every read model shows the whole log. */
export const untilAtRest = async (core: Core, since: Since, patienceMs: number): Promise<void> => {
  await untilNothingIsOwed(core, patienceMs, since);
  await eventually(
    'the read models show the whole log',
    async () => core.readModels.waitFor(await core.stores.feed.head(), 1_000),
    patienceMs,
  );
};

/** Folds every read model again and compares each document, byte for byte. */
export const auditInFull = async ({ stores, codec, system, signer }: Core): Promise<AuditReport> => {
  const scratch = openReadStore(':memory:', system);
  try {
    const { store: eventStore, feed, documents } = stores;
    return await audit({ eventStore, feed, codec, documents, projections, signer }, { scratch });
  } finally {
    await scratch.close();
  }
};

type Pools = { readonly workspaceId: string; readonly paid: number; readonly bonus: number; readonly held: number };

const poolsOf = ({ workspaceId, paid, bonus, held }: Pools): Pools => ({ workspaceId, paid, bonus, held });

const byWorkspace = (one: Pools, other: Pools): number => (one.workspaceId < other.workspaceId ? -1 : 1);

/** The balances that the service shows, of every workspace. */
export const balancesShown = async ({ stores, readModels }: Core): Promise<readonly Pools[]> => {
  const shown: Pools[] = [];
  const collection = readModels.collection('credit-summary');
  for await (const { body } of stores.documents.scan<CreditSummaryDocument>(collection)) shown.push(poolsOf(body));
  return shown.toSorted(byWorkspace);
};

/** The same from the ledger's topic alone, as soon as the relay has published all of it. */
export const balancesPublished = async (core: Core, entries: number, patienceMs: number): Promise<readonly Pools[]> => {
  const { kafka } = core.config.servers;
  if (kafka === null) throw new Error('there are no topics');
  let rebuilt: Awaited<ReturnType<typeof rebuildBalances>> | undefined;
  await eventually(
    'the ledger is published',
    async () => {
      rebuilt = await rebuildBalances(kafka.brokers, `${kafka.prefix}pi.ledger.v1`);
      return rebuilt.taken >= entries;
    },
    patienceMs,
  );
  return (rebuilt?.all() ?? []).map(poolsOf).toSorted(byWorkspace);
};

export const ledgerEntries = (events: readonly RecordedEvent[]): number =>
  events.filter(({ stream }) => stream.startsWith('ledger-')).length;
