/**
 * Ends servers with the process that started them, even after a kill: a small process of its own holds a pipe from us.
 * When the pipe closes, it kills the servers by the process ids in the folder (`pid`, `node-*` + `/pid`). Then it
 * removes the folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Ids of processes are used again: only one whose command line names the folder is a server of ours.
const SCRIPT = `
cat > /dev/null
for file in "$1"/pid "$1"/node-*/pid; do
  [ -f "$file" ] || continue
  pid=$(cat "$file")
  if grep -qs -- "$1" "/proc/$pid/cmdline"; then kill -KILL "$pid"; fi
done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
`;

export type Keeper = {
  /** A new folder for servers; their command lines name it. */
  readonly folder: string;
  /** Ends when the servers are killed and the folder is gone. May be called twice. */
  readonly stop: () => Promise<void>;
};

export const keepFolder = (): Keeper => {
  const folder = mkdtempSync(join(tmpdir(), 'pi-servers-'));
  // Of a session of its own: a Ctrl-C for us is none for it.
  const keeper = spawn('sh', ['-c', SCRIPT, 'keeper', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const gone = once(keeper, 'close');
  keeper.unref();
  return {
    folder,
    stop: async () => {
      keeper.ref();
      keeper.stdin.end();
      await gone;
    },
  };
};
