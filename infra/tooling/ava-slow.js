/** The long suites and those on real servers in one run, as in the gate: neither waits for the end of the other. */
import { longestFirst } from './longest-first.ts';
import long from './ava-long.js';
import servers from './ava-servers.js';

export default {
  ...servers,
  files: [...long.files, ...servers.files],
  sortTestFiles: longestFirst('servers-storm', 'crash/scenario', 'servers/'),
  timeout: long.timeout,
};
