/** Calls to addresses that users gave. `urlCharsMax` bounds the addresses themselves. */
import { KiB, MiB, MINUTE, SECOND } from './units.ts';

export const outboundLimits = {
  /** For all addresses of a name, of both families together. */
  outboundResolveMs: 5 * SECOND,
  /** A try at one name server; the second one is twice as long. One server that is silent has both in this time. */
  outboundResolveTryMs: 1 * SECOND,
  outboundResolveTries: 2,
  /** A name with more addresses is refused: a page of them is a public service, thousands are an attack. */
  outboundAddressesMax: 64,
  /** For a connection and its TLS handshake, over all addresses of the name. */
  outboundConnectMs: 5 * SECOND,
  /** From the sent request to the last header of its answer. */
  outboundFirstByteMs: 10 * SECOND,
  /** Headers and trailers of an answer. */
  outboundHeaderBytesMax: 16 * KiB,
  /** Calls under way at once, of one process. */
  outboundCallsMax: 32,
  /** The same of all workspaces that one user made. */
  outboundCallsPerUserMax: 16,
  /** The same of one workspace, to one host, and of the one to the other. */
  outboundCallsPerWorkspaceMax: 8,
  outboundCallsPerHostMax: 4,
  outboundCallsPerWorkspaceAndHostMax: 2,
  /** Calls that wait for a place, at each of the five; more are refused. */
  outboundWaitersMax: 512,
  /** Addresses of other hosts that one plan or batch fetches pictures from. */
  referencesFetchedMax: 64,
  /** For one of them, its wait for a place included: all of a plan are over in this time. */
  referenceFetchMs: 30 * SECOND,
  /** How long a picture that was fetched counts as the one at its address. */
  referenceAgeMaxMs: 1 * MINUTE,
  referencesKnownMax: 10_000,
  /** A picture that is shown to a page, and all of its way: from the call to the last byte that its reader takes. */
  previewBytesMax: 20 * MiB,
  previewMs: 60 * SECOND,
  /** For the sound of a film, the look at it included: the largest one comes with 12 Mbit/s. */
  sourceAudioFetchMs: 120 * SECOND,
} as const;
