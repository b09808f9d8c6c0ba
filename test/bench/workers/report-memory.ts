/** Preloaded into a process that is measured: at its end it says how much memory it had resident at most. */
import { writeFileSync } from 'node:fs';

const file = process.env['MEMORY_FILE'];

process.on('exit', () => {
  // In kilobytes, on every system.
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS * 1_024));
});
