/** The calls of one protocol, without the care that all providers need (guarded-engine.ts). */
import type { Engine } from '../../ports/engine.ts';

export type RemoteCalls = Pick<
  Engine,
  'repeat' | 'deadlineMs' | 'limitations' | 'untimed' | 'perform' | 'poll' | 'lookup' | 'cancel'
> & {
  /** Whether work goes on no more, as far as the provider tells; of one that submits. */
  isOver?(ref: string, signal: AbortSignal): Promise<boolean>;
  /** An address that a provider answers with success, at no cost, when it can be reached and takes the key. */
  readonly health: URL;
};
