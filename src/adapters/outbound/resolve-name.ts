/** The addresses of a name, all of them vetted before any is used. */
import { Resolver } from 'node:dns/promises';
import { limits } from '../../kernel/limits.ts';
import { Refusal } from './refusal.ts';
import { orAborted } from './within.ts';

/** All addresses of a name, of both families. Rejects when there is none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers of the machine, and no file of it: a line in /etc/hosts is no public address. `servers`: others
 * to ask, with their ports.
 */
export const createDnsResolve =
  (servers?: readonly string[]): Resolve =>
  async (name, signal) => {
    const resolver = new Resolver({ timeout: limits.outboundResolveMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const [first] = answers;
      throw first.status === 'rejected' ? first.reason : new Error('the name has no address');
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

/** One address that is not public refuses the name: its owner chooses the one that is used. */
export const vettedAddresses = async (
  name: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const addresses = await orAborted(resolve(name, signal), signal).catch((cause: unknown) => {
    throw new Refusal('name_unknown', cause);
  });
  if (addresses.length === 0) throw new Refusal('name_unknown');
  if (addresses.length > limits.outboundAddressesMax || !addresses.every(isAllowed)) {
    throw new Refusal('address_not_public');
  }
  return addresses;
};
