/** Why an address that a user gave is refused as it is written: no name was asked for. */

const REFUSALS = [
  'url_malformed',
  'url_too_long',
  'scheme_not_https',
  'userinfo_in_url',
  'port_not_allowed',
  'fragment_in_url',
  /** An IP address in the place of a name, in any spelling. */
  'host_is_address',
] as const;

export type AddressRefusal = (typeof REFUSALS)[number];

const ALL: ReadonlySet<string> = new Set(REFUSALS);

export const isOfAddress = (why: string): why is AddressRefusal => ALL.has(why);
