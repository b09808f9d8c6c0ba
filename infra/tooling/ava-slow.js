/**
 * The long suites and those on real servers in one run, as in the gate: neither waits for the end of the other. Suites
 * on servers share processes with others of their folder.
 */
import { longestFirst } from './longest-first.ts';
import { processesInstead } from './shared-processes.ts';
import long from './ava-long.js';
import servers from './ava-servers.js';

export default {
  ...servers,
  files: processesInstead([...long.files, ...servers.files]),
  // The servers of the first ones cost while they wait: beside them go suites that wait too, and the busy ones after.
  sortTestFiles: longestFirst(
    'servers-storm',
    'servers-kafka',
    'servers-mongo',
    'servers/outages',
    'crash/scenario',
    'sockets',
    'servers',
    'contract-kafka',
  ),
  timeout: long.timeout,
};
