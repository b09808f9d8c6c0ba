/** The guarded way out: calls to addresses that a user gave. Those of the configuration need no guard. */
import type { AddressRefusal } from '../kernel/address-refusals.ts';

/** Why there is no answer, for logs. A client is told less: this service scans no network for it. */
export type OutboundRefusal =
  | AddressRefusal
  /** A name of this machine, of a private network, or of this service. */
  | 'host_not_allowed'
  // The name: no packet went to its addresses.
  /** The name servers say that there is none. */
  | 'name_unknown'
  /** At least one address of the name is not public. */
  | 'address_not_public'
  // The call.
  | 'too_many_calls'
  /** Nothing answers at the addresses, or no name server tells them. */
  | 'unreachable'
  | 'certificate_refused'
  | 'timed_out'
  | 'answer_malformed'
  | 'redirected'
  /** The body is compressed, though none was asked for. */
  | 'answer_encoded'
  | 'answer_too_large'
  | 'answer_broken_off';

export type OutboundCall = {
  /** Calls of one workspace share its places. */
  readonly workspaceId: string;
  /** The user that made the workspace: calls of all its workspaces share places, too. Left out where none did. */
  readonly madeBy?: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Beside `Host`, `Connection`, `Accept-Encoding`, `User-Agent` and the length of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Bytes of the answer's body; one byte more is `answer_too_large`. */
  readonly bytesMax: number;
  /** For all of it, in milliseconds, from the call until `read` is done. A wait for a place counts. */
  readonly totalMs: number;
  /** Ends the call with fault `cancelled`. */
  readonly signal?: AbortSignal;
};

/** Of any status but a redirect: each caller knows those that it takes. */
export type OutboundAnswer = {
  readonly status: number;
  /** As the host says it, which proves nothing; null where it says none. */
  readonly contentType: string | null;
  /** To be read at most once. One that is too long or compressed is refused when it is read. */
  readonly body: AsyncIterable<Uint8Array>;
};

export type OutboundOutcome<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly why: OutboundRefusal };

export type Outbound = {
  /**
   * Calls https on port 443 of a public host, without following redirects, and reads the answer by `read`. The
   * connection ends with `read`, whether or not it has read all. A body that breaks a bound makes the outcome
   * `refused`, also where `read` resolves. Faults: `cancelled`, and those of `read`. No fault, refusal or line of the
   * log has the address's path or query, or any byte of the answer.
   */
  call<T>(call: OutboundCall, read: (answer: OutboundAnswer) => Promise<T>): Promise<OutboundOutcome<T>>;
};
