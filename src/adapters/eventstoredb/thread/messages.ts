/** What goes between the thread that has the log and the thread that talks to its server. Several go as one. */
import type { Answer, AppendRequest, LogEvent, Page, ReadRequest } from '../calls.ts';
import type { Seq } from '../sequence.ts';
import type { Failure } from './failure.ts';

/** To the thread. `id`: of the call, never used again. */
export type Order =
  | { readonly kind: 'append'; readonly id: number; readonly append: AppendRequest }
  | { readonly kind: 'read'; readonly id: number; readonly request: ReadRequest }
  | { readonly kind: 'subscribe'; readonly id: number; readonly from: Seq | 'start' }
  /** News of a subscription have been taken: as much more may come. */
  | { readonly kind: 'taken'; readonly id: number; readonly weight: number }
  | { readonly kind: 'cancel'; readonly id: number };

/** Of a subscription; it is added to until it is sent. */
export type NewsReport = {
  readonly kind: 'news';
  readonly id: number;
  confirmed: boolean;
  readonly events: LogEvent[];
  /** Of the events: see `serve-calls.ts`. */
  weight: number;
};

/** From the thread. */
export type Report =
  | { readonly kind: 'ready' }
  /** It cannot serve; the only report. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'answered'; readonly id: number; readonly value: Answer | Page | undefined }
  /** `started`: whether the call was handed to the connection. */
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure; readonly started: boolean }
  | NewsReport
  | { readonly kind: 'warning'; readonly message: string; readonly failure: Failure };
