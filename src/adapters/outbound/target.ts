/** An address as a user wrote it, and the target of its call. No name is resolved here. */
import { isIP } from 'node:net';
import { limits } from '../../kernel/limits.ts';
import { Refusal } from './refusal.ts';

export type Target = {
  /** In lower case, with at least one dot. */
  readonly name: string;
  readonly port: number;
  /** Path and query, as sent. */
  readonly path: string;
};

export type TargetRules = {
  readonly ports: readonly number[];
  /** In lower case: the names of this service itself. */
  readonly ownNames: readonly string[];
};

/** White space, controls and backslashes: parsers drop or turn them, each in its own way. */
const AMBIGUOUS = /[\s\p{Cc}\\]/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)+${LABEL}$`);
/** Names that each machine or network answers for itself (RFC 6761, 6762, 8375 and 9476, and those of clouds). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|arpa|onion|alt)$/;

export const DEFAULT_PORT = 443;

/**
 * Parsed once: the call goes to the parsed parts, never to the text. Rejects what a browser would mend, because another
 * parser would mend it in another way.
 */
export const targetOf = (url: string, { ports, ownNames }: TargetRules): Target => {
  if (url.length > limits.urlCharsMax) throw new Refusal('url_too_long');
  if (AMBIGUOUS.test(url)) throw new Refusal('url_malformed');
  if (!/^https:\/\//i.test(url)) throw new Refusal('scheme_not_https');
  const parsed = URL.parse(url);
  if (parsed === null) throw new Refusal('url_malformed');
  // The parser drops empty user names and fragments.
  if (parsed.username !== '' || parsed.password !== '' || authorityOf(url).includes('@')) {
    throw new Refusal('userinfo_in_url');
  }
  if (url.includes('#')) throw new Refusal('fragment_in_url');
  const port = parsed.port === '' ? DEFAULT_PORT : Number(parsed.port);
  if (!ports.includes(port)) throw new Refusal('port_not_allowed');
  return { name: nameOf(parsed.hostname, ownNames), port, path: `${parsed.pathname}${parsed.search}` };
};

/** The text between the slashes and the path, in which the parser looks for a user. */
const authorityOf = (url: string): string => /^https:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';

/** The parser has made addresses of all spellings of IPv4, and puts IPv6 in brackets. */
const nameOf = (host: string, ownNames: readonly string[]): string => {
  if (isIP(host) !== 0 || host.startsWith('[')) throw new Refusal('host_is_address');
  if (!NAME.test(host) || LOCAL_NAME.test(host) || ownNames.includes(host)) throw new Refusal('host_not_allowed');
  return host;
};
