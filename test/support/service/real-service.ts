/**
 * The real service in this process, on a data folder: real files, real sockets. A test may bring its own makers of
 * pictures. It may put a broken part into the opened core before it is served.
 */
import { join } from 'node:path';
import { readConfig } from '../../../src/main/config.ts';
import { type Core, type Makers, openCore, type Overrides } from '../../../src/main/core.ts';
import { openIssuer } from '../../../src/main/open-tokens.ts';
import { serveCore } from '../../../src/main/service.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { hostsOf } from '../application/hosts.ts';
import { type Client, createClient } from '../http/http-client.ts';
import { looksHere } from '../engines/jobs-here.ts';
import { quickMakers } from '../engines/quick-makers.ts';
import type { Owner } from '../process/of-file.ts';
import { tempFolder } from '../process/temp-folder.ts';

export const ALL_SCOPES = 'read plan mutate spend approve admin';

export type RealService = {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The console, with a code that signs in once. */
  readonly consoleUrl: string;
  readonly core: Core;
  /** All scopes unless stated; `workspaceId`: what the token is bound to, nothing unless stated. */
  readonly token: (sub?: string, scope?: string, workspaceId?: string) => Promise<string>;
  readonly client: (sub?: string, scope?: string, workspaceId?: string) => Promise<Client>;
  readonly stop: () => Promise<void>;
};

export type RealServiceOptions = Overrides & {
  /** An earlier service's; one of its own unless stated. */
  readonly dataDir?: string;
  readonly makers?: Makers;
  readonly env?: Readonly<Record<string, string>>;
  /** A sabotage. */
  readonly doctor?: (core: Core) => Core;
};

/**
 * Runs until the test is over, or `stop`. It looks at media in this process: `test/unit/adapters/media-probe/` holds
 * the child, and tests by TLS have one.
 */
export const givenService = async (
  t: Pick<Owner, 'teardown' | 'fail'>,
  options: RealServiceOptions = {},
): Promise<RealService> => {
  const {
    makers = quickMakers(),
    env = {},
    doctor = (core: Core) => core,
    writers = 'here',
    lookers = looksHere,
  } = options;
  const { outbound = hostsOf({}) } = options;
  const dataDir = options.dataDir ?? join(tempFolder(t), 'data');
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...env });
  const fatal = (error: unknown): void => t.fail(`the service had to stop: ${String(error)}`);
  const core = doctor(await openCore(config, fatal, makers, { ...options, writers, lookers, outbound }));
  const service = await serveCore(core, fatal);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => (stopped ??= service.stop());
  t.teardown(stop);
  assert(service.address !== null, 'a service that is tested over HTTP has the role api');
  const baseUrl = `http://${service.address.host}:${service.address.port}`;
  const issuer = await openIssuer(dataDir, core.system);
  const token: RealService['token'] = async (sub = 'alice', scope = ALL_SCOPES, workspaceId) =>
    issuer.issueToken({ sub, scope, ...(workspaceId === undefined ? {} : { workspaceId }) });
  const client: RealService['client'] = async (...who) => createClient(baseUrl, await token(...who));
  const consoleUrl = service.consoleUrl ?? '';
  return Object.freeze({ baseUrl, dataDir, consoleUrl, core, token, client, stop });
};

/** The service with a client of alice's, and `clientOf` for others. */
export const givenClient = async (
  ...given: Parameters<typeof givenService>
): Promise<Omit<RealService, 'client'> & { readonly client: Client; readonly clientOf: RealService['client'] }> => {
  const service = await givenService(...given);
  return Object.freeze({ ...service, client: await service.client(), clientOf: service.client });
};
