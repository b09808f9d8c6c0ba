/** The addresses of a name, all of them vetted before any is used. */
import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import { hasCode } from '../../kernel/disk-fault.ts';
import { limits } from '../../kernel/limits.ts';
import { orAborted } from '../../kernel/within.ts';
import { Refusal } from './refusal.ts';

/** All addresses of a name, of both families. Rejects when there is none, with the code of a DNS error. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers of the machine, and no file of it: a line in /etc/hosts is no public address. Each has its try,
 * so a silent one leaves time for the next. `servers`: others to ask, with their ports.
 */
export const createDnsResolve =
  (servers?: readonly string[]): Resolve =>
  async (name, signal) => {
    const resolver = new Resolver({ timeout: limits.outboundResolveTryMs, tries: limits.outboundResolveTries });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
      // A family that was not told may have an address.
      throw reasons.find((reason) => !isOfNoName(reason)) ?? reasons[0];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

/** The name servers know that there is no such name, or none with an address. All else is an outage of theirs. */
const isOfNoName = (reason: unknown): boolean => hasCode(reason, NOTFOUND, NODATA);

/** One address that is not public refuses the name: its owner chooses the one that is used. */
export const vettedAddresses = async (
  name: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const addresses = await orAborted(resolve(name, signal), signal).catch((cause: unknown) => {
    throw new Refusal(isOfNoName(cause) ? 'name_unknown' : 'unreachable', cause);
  });
  if (addresses.length === 0) throw new Refusal('name_unknown');
  if (addresses.length > limits.outboundAddressesMax || !addresses.every(isAllowed)) {
    throw new Refusal('address_not_public');
  }
  return addresses;
};
