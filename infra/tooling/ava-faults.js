/** Faults of real servers: needs those of `infra/compose.yml`. `npm test` leaves it out. */
import manifest from '../../package.json' with { type: 'json' };

export default { ...manifest.ava, files: ['test/faults/**/*.test.ts'], timeout: '10m' };
