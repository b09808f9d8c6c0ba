/** Long suites of faults, in processes and real servers; `FAULT_SECONDS` says how long. `npm test` leaves them out. */
import manifest from '../../package.json' with { type: 'json' };

export default { ...manifest.ava, concurrency: 2, files: ['test/faults/**/*.test.ts'], timeout: '10m' };
