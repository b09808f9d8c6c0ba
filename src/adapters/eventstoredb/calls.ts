/**
 * What the log asks of the server, in values: above this nothing knows the protocol, so that all of it can be done on a
 * thread of its own.
 */
import type { ExpectedRevision, Revision } from '../../kernel/position.ts';
import type { Fault } from '../../kernel/faults.ts';
import type { EncodedEvent } from '../../ports/event-store.ts';
import type { Seq } from './sequence.ts';

export type AppendRequest = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EncodedEvent[];
};

export type Answer =
  | {
      readonly kind: 'taken';
      readonly revision: Revision;
      /** Left out when the server knows the append again but not where it stands. */
      readonly seq: Seq | undefined;
    }
  | { readonly kind: 'conflict'; readonly actual: ExpectedRevision };

/**
 * Sends one append and gives the server's answer. Errors are the client's own; `started` is called, at the latest
 * before the error is thrown, when the call was handed to the connection: what fails before has written nothing.
 */
export type Send = (append: AppendRequest, started: () => void) => Promise<Answer>;

type Direction = 'forwards' | 'backwards';

/** Of one stream, `from` included; or of all, where `from` is included forwards and left out backwards. */
export type ReadRequest =
  | {
      readonly of: 'stream';
      readonly stream: string;
      readonly from: Revision | 'end';
      readonly direction: Direction;
      readonly count: number;
    }
  | {
      /** `everyone`: what others have written beside our prefix, too; its names are not to be relied on. */
      readonly of: 'all' | 'everyone';
      /** It must be where an event is: the server refuses others. */
      readonly from: Seq | 'start' | 'end';
      readonly direction: Direction;
      readonly count: number;
    };

/** An event as the server keeps it: the texts decoded from the very bytes that are stored. */
export type LogEvent = EncodedEvent & {
  readonly stream: string;
  readonly revision: Revision;
  readonly seq: Seq;
};

export type Page = {
  readonly events: readonly LogEvent[];
  /** The page was cut because of its bytes: there may be more, also if it has fewer events than asked for. */
  readonly cut: boolean;
};

/** Errors are the client's own, or as good as: what `faults.ts` tells them by is kept. */
export type Calls = {
  readonly append: Send;
  /** An unknown stream is an empty page. */
  readonly read: (request: ReadRequest) => Promise<Page>;
  /**
   * The next event after `from`, however long that takes. Undefined when the signal aborts, or when the server ends the
   * call, as it may at any time: then there may be one all the same.
   */
  readonly next: (from: Seq | 'start', signal: AbortSignal) => Promise<LogEvent | undefined>;
  /** What is under way is cancelled. From then on every call fails with this. */
  close(fault: Fault): Promise<void>;
};

/** The server's own, and links and marks that it makes for itself. */
export const isSystem = ({ stream, type }: LogEvent): boolean => stream.startsWith('$') || type.startsWith('$');
