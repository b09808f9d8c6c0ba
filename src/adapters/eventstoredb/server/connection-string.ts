/**
 * The connection string of EventStoreDB, checked before the client sees it. On an unknown option the client prints the
 * whole string, password included.
 */
import { Fault } from '../../../kernel/faults.ts';
import { limits } from '../../../kernel/limits.ts';

/** Options of `@eventstore/db-client` 6.2.1 as it compares them: lower case, without `_` and `-`. */
const known = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'tls',
  'tlscafile',
  'usercertfile',
  'userkeyfile',
]);

/** Options of every connection unless its address overrides them. */
const defaults: Readonly<Record<string, string>> = {
  keepAliveInterval: String(limits.eventStoreKeepAliveMs),
  keepAliveTimeout: String(limits.eventStoreKeepAliveTimeoutMs),
  // Seconds. A node that says nothing is not to use up the deadline of the call that looks for another.
  gossipTimeout: String(limits.eventStoreGossipMs / 1_000),
  connectionName: 'production-intelligence',
};

/**
 * The same with our defaults. Fault `unavailable`, not retriable, for an option that the client does not know or does
 * not heed (`tlsVerifyCert`). The same for one that would change the meaning of answers (`throwOnAppendFailure`). The
 * fault quotes nothing of the string.
 */
export const connectionString = (url: string): string => {
  const [address = '', query = ''] = url.trim().split('?', 2);
  const options = query.split('&').filter((option) => option !== '');
  const names = options.map((option) => normal(option.slice(0, option.indexOf('='))));
  const strange = names.findIndex((name) => !known.has(name));
  if (strange !== -1) {
    throw refused(`option ${strange + 1} of the event store's address is not supported`);
  }
  if (!/^esdb(?:\+discover)?:\/\/[^/]/.test(address)) throw refused('the event store has no esdb:// address');
  const added = Object.entries(defaults).filter(([name]) => !names.includes(normal(name)));
  return `${address}?${[...options, ...added.map(([name, value]) => `${name}=${value}`)].join('&')}`;
};

const normal = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

const refused = (message: string): Fault => new Fault('unavailable', message, { retriable: false });
