/** Suites on real servers; `with-servers.ts` starts those that no URL names. `npm test` leaves them out. */
import { env } from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { longestFirst } from './longest-first.ts';

export default {
  ...manifest.ava,
  files: ['test/servers/**/*.test.ts', 'test/contract/{kafka,mongo,object-store-s3}/**/*.test.ts'],
  // On a log that was given all suites are one service's: one file after another.
  // oxlint-disable-next-line typescript/no-unsafe-member-access -- plain scripts have no types of Node
  ...((env.EVENTSTOREDB_URL ?? '') !== '' && { concurrency: 1 }),
  sortTestFiles: longestFirst('servers/outages'),
  timeout: '5m',
};
