/** Tokens that name their user in clear: `alice`, `alice;read+spend`, `alice;read;ws_…`. */
import { Fault } from '../../../src/kernel/faults.ts';
import { personalWorkspaceId, userKey } from '../../../src/kernel/ids.ts';
import type { Principal, TokenVerifier } from '../../../src/ports/token-verifier.ts';

export const ALL_SCOPES = 'read+plan+mutate+spend+approve+admin';

export const tokenOf = (name: string, scopes = ALL_SCOPES, workspaceId = ''): string =>
  `${name};${scopes};${workspaceId}`;

export const principalOf = (token: string): Principal => {
  const [name = '', scopes = ALL_SCOPES, workspaceId = ''] = token.split(';');
  const key = userKey('test', name);
  return {
    userKey: key,
    personalWorkspaceId: personalWorkspaceId(key),
    issuer: 'test',
    name,
    scopes: new Set(scopes.split('+')),
    workspaceId: workspaceId === '' ? null : workspaceId,
    spendCap: null,
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
};

/** `forged` does not hold, `expired` no more; `keyless` finds no keys to be checked with. */
export const createFakeVerifier = (): TokenVerifier => ({
  verify: async (token) => {
    if (token.startsWith('forged'))
      throw new Fault('invalid', 'the token does not hold', { detail: { reason: 'form' } });
    if (token.startsWith('expired')) throw new Fault('invalid', 'the token has expired', { detail: { expired: true } });
    if (token.startsWith('keyless')) throw new Fault('unavailable', 'no keys');
    return principalOf(token);
  },
});
