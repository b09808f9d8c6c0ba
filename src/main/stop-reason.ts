/** Why a running service must stop at once, for the operator that reads its last line. */
import { extendedCode } from '../adapters/sqlite/database.ts';

/** SQLite's own words name neither the file nor a remedy. */
export const stopReason = (error: unknown): string => {
  const said = error instanceof Error ? error.message : String(error);
  const code = extendedCode(error);
  if (code === undefined) return said;
  return `a commit of the log failed (${said}, ${code}): look at the disk of DATA_DIR, then start the service again`;
};
