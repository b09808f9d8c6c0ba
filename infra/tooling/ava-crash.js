/** The whole crash suite: kills processes at every step and takes its time. `npm test` leaves it out. */
import manifest from '../../package.json' with { type: 'json' };

export default { ...manifest.ava, concurrency: 2, files: ['test/crash/**/*.test.ts'], timeout: '10m' };
