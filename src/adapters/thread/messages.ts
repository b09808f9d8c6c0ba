/** Messages between the calling thread and the thread that makes its calls. Several go as one. */
import type { Failure } from './failure.ts';

/** To the thread. `id`: of the call, never used again. */
export type Order<C> =
  | { readonly kind: 'call'; readonly id: number; readonly call: C }
  /** Nothing waits for this call any more. */
  | { readonly kind: 'cancel'; readonly id: number };

/** From the thread. */
export type Report =
  | { readonly kind: 'ready' }
  /** It cannot serve; the only report. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'answered'; readonly id: number; readonly value: unknown }
  /** `started`: whether the call may have had an effect. */
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure; readonly started: boolean }
  | { readonly kind: 'warning'; readonly message: string; readonly failure: Failure }
  /** The process must stop. */
  | { readonly kind: 'fatal'; readonly failure: Failure };
