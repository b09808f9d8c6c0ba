/** `npm run -s audit`: replays the log and holds everything against it. Safe beside a running service. */
import { audit, type AuditDeps, type AuditOptions, type AuditReport } from '../application/audit/audit.ts';
import { damageOf } from '../application/audit/findings.ts';
import { reportText } from '../application/audit/report-text.ts';
import { isFault } from '../kernel/faults.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { Timers } from '../ports/basics.ts';
import { projections } from '../../projections/registry.ts';
import { withAuditScratch } from './audit-scratch.ts';
import { readConfig } from './config.ts';
import { expectWholeLog } from './collector.ts';
import { findServiceKey } from './open-service-key.ts';
import { openObjectsToLookAt } from './open-stores.ts';
import { withExisting } from './open-existing.ts';
import { nowAndThen, runTool, type Say } from './tool.ts';

const auditFully = async (
  deps: AuditDeps,
  options: AuditOptions & { readonly objects: ObjectStore },
  timers: Timers,
): Promise<AuditReport> => {
  try {
    return await withAuditScratch(timers, async (scratch) => audit(deps, { ...options, scratch }));
  } finally {
    await options.objects.close();
  }
};

const auditFolder = async (full: boolean, say: Say): Promise<AuditReport> => {
  // Of the operator, not of the log: a file that holds no key is no finding.
  const signer = await findServiceKey(readConfig());
  try {
    return await withExisting(async (existing, config) => {
      const { store, feed, documents, codec, clock, timers } = existing;
      const deps: AuditDeps = { eventStore: store, feed, documents, codec, projections, signer };
      const tell = nowAndThen(clock, say);
      const options: AuditOptions = { onProgress: (what, done) => tell(`${done} ${what}`) };
      if (!full) return audit(deps, options);
      const objects = await openObjectsToLookAt(config, existing);
      return auditFully(deps, { ...options, objects }, timers);
    });
  } catch (error) {
    // A file that SQLite cannot even open is as bad as a log can be.
    if (!isFault(error, 'corrupt')) throw error;
    return { ok: false, findings: [damageOf(error)], found: 1, totals: null };
  }
};

expectWholeLog();
await runTool(
  {
    name: 'audit',
    about: 'Replays the log: chains, ledgers, settlements, and read models. Exits 1 when it finds anything.',
    options: {
      full: {
        type: 'boolean',
        help: 'fold every read model again, in a temporary file, compare each document, and hash every object',
      },
    },
  },
  async ({ full = false }, say) => {
    const report = await auditFolder(full, say);
    return say.result(report, reportText(report), report.ok ? 0 : 1);
  },
);
