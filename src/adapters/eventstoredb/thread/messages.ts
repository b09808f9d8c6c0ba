/** What goes between the thread that has the log and the thread that talks to its server. Several go as one. */
import type { Answer, AppendRequest, LogEvent, Page, ReadRequest } from '../calls.ts';
import type { Seq } from '../sequence.ts';
import type { Failure } from './failure.ts';

/** To the thread. `id`: of the call, never used again. */
export type Order =
  | { readonly kind: 'append'; readonly id: number; readonly append: AppendRequest }
  | { readonly kind: 'read'; readonly id: number; readonly request: ReadRequest }
  | { readonly kind: 'subscribe'; readonly id: number; readonly from: Seq | 'start' }
  /** So many events of a subscription have been taken: as many more may come. */
  | { readonly kind: 'heard'; readonly id: number; readonly events: number }
  | { readonly kind: 'cancel'; readonly id: number };

/** Of a subscription; it is added to until it is sent. */
export type News = { readonly kind: 'news'; readonly id: number; confirmed: boolean; readonly events: LogEvent[] };

/** From the thread. */
export type Report =
  | { readonly kind: 'ready' }
  /** It cannot serve; the only report. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'answered'; readonly id: number; readonly value: Answer | Page | undefined }
  /** `started`: whether the call was handed to the connection. */
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure; readonly started: boolean }
  | News
  | { readonly kind: 'warning'; readonly message: string; readonly failure: Failure };
