/** The suites of `npm test`. Most files share a process with others of their folder, which takes a third off. */
import manifest from '../../package.json' with { type: 'json' };
import { longestFirst } from './longest-first.ts';
import { processesInstead } from './shared-processes.ts';

export default {
  ...manifest.ava,
  files: processesInstead(manifest.ava.files),
  // One that ends last would have the machine for itself.
  sortTestFiles: longestFirst(
    'console',
    'unit-engines',
    'architecture',
    'system',
    'property',
    'unit-main',
    'unit-http',
    'unit-application',
    // A broker that is silent is waited for.
    'unit-adapters',
  ),
  // On two processors more of them would only wait for each other, and waiting polls.
  concurrency: 3,
};
