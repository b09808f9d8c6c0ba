/** A TLS connection to one of the vetted addresses, in the name of the host. */
import type { LookupFunction } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { orAborted } from '../../kernel/within.ts';
import { Refusal } from './refusal.ts';
import type { Target } from './target.ts';

export type ConnectRules = {
  readonly isAllowed: (address: string) => boolean;
  /** Certificates that are trusted instead of the well-known ones. */
  readonly ca?: string;
};

/**
 * Nothing is resolved here: the socket's lookup answers the vetted addresses. SNI and certificate are of the name. No
 * variable of the environment names a proxy, or switches the check of certificates off.
 */
export const connectTo = async (
  { name, port }: Target,
  addresses: readonly string[],
  { isAllowed, ca }: ConnectRules,
  signal: AbortSignal,
): Promise<TLSSocket> => {
  signal.throwIfAborted();
  const socket = connect({
    host: name,
    port,
    servername: name,
    lookup: pinnedTo(addresses),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  });
  try {
    await orAborted(secured(socket), signal);
    // Belt and braces: the peer itself, whatever the lookup was used for.
    if (!isAllowed(socket.remoteAddress ?? '')) throw new Refusal('address_not_public');
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

const secured = async (socket: TLSSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve);
    // Stays: a socket that is destroyed later must not end the process by an error that nothing hears.
    socket.on('error', (error) => {
      const isCertificate = Boolean(socket.authorizationError);
      reject(new Refusal(isCertificate ? 'certificate_refused' : 'unreachable', error));
    });
    socket.once('close', () => reject(new Refusal('unreachable')));
  });

const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all = false }, done) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = found;
    if (first === undefined) done(new Error('no address was vetted'), '', 0);
    else if (all) done(null, found);
    else done(null, first.address, first.family);
  };
