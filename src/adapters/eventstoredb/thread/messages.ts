/** What goes between the thread that has the log and the thread that talks to its server. Several go as one. */
import type { Answer, AppendRequest, LogEvent, Page, ReadRequest } from '../calls.ts';
import type { Seq } from '../sequence.ts';
import type { Failure } from './failure.ts';

/** To the thread. `id`: of the call, never used again. */
export type Order =
  | { readonly kind: 'append'; readonly id: number; readonly append: AppendRequest }
  | { readonly kind: 'read'; readonly id: number; readonly request: ReadRequest }
  | { readonly kind: 'next'; readonly id: number; readonly from: Seq | 'start' }
  /** Nobody waits for the next event any more. */
  | { readonly kind: 'cancel'; readonly id: number };

/** From the thread. */
export type Report =
  | { readonly kind: 'ready' }
  /** It cannot serve; the only report. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'answered'; readonly id: number; readonly value: Answer | Page | LogEvent | undefined }
  /** `started`: whether the call was handed to the connection. */
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure; readonly started: boolean }
  | { readonly kind: 'warning'; readonly message: string; readonly failure: Failure };
