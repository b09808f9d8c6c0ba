/** The audit of a data folder, in this process. */
import { openDataFolder } from '../../../src/adapters/sqlite/data-folder.ts';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { audit, type AuditDeps, type AuditOptions, type AuditReport } from '../../../src/application/audit/audit.ts';
import { readConfig } from '../../../src/main/config.ts';
import { findServiceKey } from '../../../src/main/open-service-key.ts';
import { openObjectsToLookAt } from '../../../src/main/open-stores.ts';
import { createSystem } from '../../../src/main/system.ts';
import { createEventCodec } from '../../../src/schema/event-codec.ts';
import { fatal } from '../kernel/fatal.ts';
import { projections } from '../../../projections/registry.ts';

export type FolderAudit = Omit<AuditOptions, 'scratch'> & {
  readonly full?: boolean;
  /** Puts something else in the place of a part: a sabotage. */
  readonly doctored?: (deps: AuditDeps) => AuditDeps;
};

export const auditFolder = async (folder: string, options: FolderAudit = {}): Promise<AuditReport> => {
  const { full = false, doctored = (deps) => deps, ...rest } = options;
  const signer = await findServiceKey(readConfig({ DATA_DIR: folder }));
  const opened = openDataFolder(folder, { ...createSystem({ logLevel: 'silent' }), fatal });
  const { store: eventStore, feed, documents } = opened;
  const scratch = full ? openReadStore(':memory:', { timers: createTimers() }) : undefined;
  try {
    const deps = doctored({ eventStore, feed, documents, codec: createEventCodec(), projections, signer });
    if (scratch === undefined) return await audit(deps, rest);
    const config = readConfig({ DATA_DIR: folder });
    const objects = rest.objects ?? (await openObjectsToLookAt(config, createSystem({ logLevel: 'silent' })));
    return await audit(deps, { ...rest, scratch, objects });
  } finally {
    await scratch?.close();
    await opened.close();
  }
};
