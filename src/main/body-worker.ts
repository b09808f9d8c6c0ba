/** The thread that judges large bodies, with what the API leaves: a thread beside it holds up no answer. */
import { lowerThread } from '../adapters/system/lower-thread.ts';
import { limits } from '../kernel/limits.ts';

lowerThread(limits.childNiceness);
await import('../http/gates/body-worker.ts');
