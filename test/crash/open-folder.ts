/** The service on the data folder of a run, without its roles. */
import { join } from 'node:path';
import { readConfig } from '../../src/main/config.ts';
import { type Core, type Makers, openCore } from '../../src/main/core.ts';
import { quickMakers } from '../support/engines/quick-makers.ts';
import { GATEWAY_KEY } from '../support/gateway/serve-gateway.ts';

type Opened = Awaited<ReturnType<typeof openCore>>;

/** The price of a picture of the provider. */
export const PRICE = 4;

/** `gatewayUrl`: of the provider, where the scenario has one. */
export const openFolder = async (
  folder: string,
  fatal: (error: unknown) => void,
  makers: Makers = quickMakers(),
  gatewayUrl?: string,
): Promise<Opened> => {
  const provider = {
    PROVIDER_C_URL: gatewayUrl,
    PROVIDER_C_KEY: GATEWAY_KEY,
    PROVIDER_C_PRICES: JSON.stringify({ image: PRICE }),
  };
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    LEASE_MS: '300',
    PORT: '0',
    ...(gatewayUrl === undefined ? {} : provider),
  });
  return openCore(config, fatal, makers);
};

/** In the process of a test, for one look or change; a fault of it ends that. */
export const inFolder = async <T>(folder: string, use: (core: Core) => Promise<T>, gatewayUrl?: string): Promise<T> => {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const core = await openFolder(folder, reject, undefined, gatewayUrl);
  try {
    return await Promise.race([use(core), broken]);
  } finally {
    await core.close();
  }
};

/** Of a process of a scenario. */
export const fatal = (error: unknown): void => {
  console.error(error);
  process.exit(74);
};
