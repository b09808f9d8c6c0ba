/**
 * The log's calls to the server, in values. No code above this knows the protocol, so a thread can make all of them.
 */
import type { ExpectedRevision, Revision } from '../../../kernel/position.ts';
import type { Fault } from '../../../kernel/faults.ts';
import type { EncodedEvent } from '../../../ports/event-store.ts';
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
      /** Left out when the server recognises the append but not its place. */
      readonly seq: Seq | undefined;
    }
  | { readonly kind: 'conflict'; readonly actual: ExpectedRevision };

/**
 * Sends one append and gives the server's answer. Errors are the client's own. `started` is called when the connection
 * takes the call, at the latest before the error is thrown. A failure before it has written nothing.
 */
export type Send = (append: AppendRequest, started: () => void) => Promise<Answer>;

type Direction = 'forwards' | 'backwards';

/** Of one stream, `from` included; or of all, where `from` is included forwards and left out backwards. */
export type ReadRequest = (ReadOfStream | ReadOfAll) & {
  /** How many times the usual deadline the answer may take; 1 unless stated. */
  readonly patience?: number;
};

type ReadOfStream = {
  readonly of: 'stream';
  readonly stream: string;
  readonly from: Revision | 'end';
  readonly direction: Direction;
  readonly count: number;
};

type ReadOfAll = {
  /** `everyone`: also events that others have written outside our prefix; their names may be anything. */
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

/** Errors are the client's own, or copies with the members that `faults.ts` reads. */
export type Calls = {
  readonly append: Send;
  /** An unknown stream is an empty page. */
  readonly read: (request: ReadRequest) => Promise<Page>;
  /**
   * The next event after `from`, without a deadline. Undefined when the signal aborts, or when the server ends the
   * call, as it may at any time. After such an end there may be an event all the same.
   */
  readonly next: (from: Seq | 'start', signal: AbortSignal) => Promise<LogEvent | undefined>;
  /** Cancels the calls under way. From then on every call fails with this error. */
  close(fault: Fault): Promise<void>;
};

/** The server's own, and links and marks that it makes for itself. */
export const isSystem = ({ stream, type }: LogEvent): boolean => stream.startsWith('$') || type.startsWith('$');
