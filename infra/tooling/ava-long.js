/**
 * Suites that search for as long as a variable says: kills at every step, storms of faults, attacks through sockets and
 * in the stores. `npm test` leaves them out.
 */
import manifest from '../../package.json' with { type: 'json' };
import { longestFirst } from './longest-first.ts';

export default {
  ...manifest.ava,
  files: ['test/{crash,faults,attacks}/**/*.test.ts'],
  sortTestFiles: longestFirst('servers-storm'),
  timeout: '10m',
};
