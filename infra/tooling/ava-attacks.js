/** What attackers do, through sockets and in the stores; `ATTACK_SECONDS` bounds it. `npm test` leaves it out. */
import manifest from '../../package.json' with { type: 'json' };

export default { ...manifest.ava, concurrency: 2, files: ['test/attacks/**/*.test.ts'], timeout: '10m' };
