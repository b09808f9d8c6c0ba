/** `npm run -s token`: a token of the local issuer, for a client of the service that shares the data folder. */
import { workspaceIdPattern } from '../http/contract/ids.ts';
import { Fault } from '../kernel/faults.ts';
import { rateLimits } from '../kernel/limits.ts';
import { createSystem } from './system.ts';
import { openExistingIssuer } from './open-tokens.ts';
import { digitsIn } from './config-values.ts';
import { readConfig } from './config.ts';
import { runTool } from './tool.ts';

/** Each class of authority is a scope. */
const SCOPES: readonly string[] = Object.keys(rateLimits).map((authority) => authority.toLowerCase());

await runTool(
  {
    name: 'token',
    about: 'Prints an access token of the local issuer of DATA_DIR.',
    options: {
      sub: { type: 'string', help: 'the subject of the token, e.g. alice (required)' },
      scope: { type: 'string', help: 'space-separated: read plan mutate spend approve admin (default: read)' },
      workspace: { type: 'string', help: 'the id of a workspace that the token is bound to, ws_…' },
      cap: { type: 'string', help: 'credits a calendar month that the subject may spend by tokens with a cap' },
      ttl: { type: 'string', help: 'seconds until it expires (default 3600)' },
    },
  },
  async ({ sub, scope, workspace, cap, ttl }, say) => {
    const config = readConfig();
    if (config.issuer !== null) {
      throw new Fault(
        'invalid',
        'JWKS_URL is set: the service takes tokens of the issuer there, and none of this tool',
      );
    }
    if (sub === undefined) return say.usage('--sub is required');
    const unknown = (scope ?? '').split(' ').find((word) => word !== '' && !SCOPES.includes(word));
    if (unknown !== undefined) return say.usage(`--scope has ${unknown}; there are ${SCOPES.join(', ')}`);
    const ttlSeconds = ttl === undefined ? undefined : digitsIn(ttl);
    if (ttlSeconds !== undefined && !(Number.isSafeInteger(ttlSeconds) && ttlSeconds > 0)) {
      return say.usage('--ttl must be a whole number of seconds, at least 1');
    }
    const spendCap = cap === undefined ? undefined : digitsIn(cap);
    if (spendCap !== undefined && !Number.isSafeInteger(spendCap)) {
      return say.usage('--cap must be a whole number of credits');
    }
    if (workspace !== undefined && !workspaceIdPattern.test(workspace)) {
      return say.usage('--workspace must be the id of a workspace, ws_…');
    }
    const issuer = await openExistingIssuer(config.dataDir, createSystem(config));
    const token = await issuer.issueToken({
      sub,
      scope: scope ?? 'read',
      ...(workspace === undefined ? {} : { workspaceId: workspace }),
      ...(spendCap === undefined ? {} : { spendCap }),
      ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
    });
    return say.result({ token }, token);
  },
);
