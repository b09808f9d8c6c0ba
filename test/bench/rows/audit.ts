/** The audit of one long ledger: every link of its chain, every balance, every period. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../../../src/adapters/sqlite/data-folder.ts';
import { auditLedgers } from '../../support/audit/audit-ledgers.ts';
import { fatal } from '../../support/kernel/fatal.ts';
import { createSystem } from '../../../src/main/system.ts';
import { createEventCodec } from '../../../src/schema/event-codec.ts';
import { writeLedger } from '../support/ledger-log.ts';
import { type Benchmark, interleaved, ratioRow } from '../support/measure.ts';
import { scanRate } from '../support/raw-scan.ts';
import { withScratch } from '../support/scratch.ts';

export const ledgerAudit: Benchmark = {
  name: 'audit',
  run: async ({ quick, tell }) =>
    withScratch(async (scratch) => {
      const dataDir = join(scratch, 'data');
      mkdirSync(dataDir);
      const system = createSystem({ logLevel: 'warn' });
      const folder = openDataFolder(dataDir, { ...system, fatal });
      tell('writing a ledger');
      const events = await writeLedger(folder.store, quick ? 50_000 : 1_000_000);
      const { store: eventStore, feed } = folder;

      const auditRate = async (): Promise<number> => {
        tell('auditing');
        const start = performance.now();
        const { findings, totals } = await auditLedgers({ eventStore, feed, codec: createEventCodec() });
        if (findings.length > 0) throw new Error(JSON.stringify(findings[0]));
        if (totals.entries < events / 2) throw new Error(`${totals.entries} entries of ${events} events were audited`);
        return (events * 1_000) / (performance.now() - start);
      };
      const compared = await interleaved(quick ? 2 : 3, auditRate, async () =>
        scanRate(join(dataDir, 'log.sqlite'), true),
      );
      await folder.close();
      const what =
        'audit of one ledger, hash chain and balances, against a bare scan with JSON.parse and one sha256 each';
      return [ratioRow({ what, bound: { atLeast: 0.6 } }, compared, 'events/s', { events })];
    }),
};
