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
  sortTestFiles: longestFirst(
    'servers-storm',
    'servers/outages',
    'crash/scenario',
    'sockets',
    'contract-kafka',
    'servers',
  ),
  timeout: long.timeout,
};
