/** A process of the service with the makers of a test: it says where it listens, and stops at SIGTERM. */
import { readConfig } from '../../../src/main/config.ts';
import { type Core, type Makers, openCore } from '../../../src/main/core.ts';
import { serveCore } from '../../../src/main/service.ts';

/** `doctor` puts something else in the place of a part. */
export const serveChild = async (makers?: Makers, doctor = (core: Core): Core => core): Promise<void> => {
  const fatal = (error: unknown): never => {
    console.error('the service has to stop:', error);
    process.exit(74);
  };
  const service = await serveCore(doctor(await openCore(readConfig(), fatal, makers)), fatal);
  process.once('SIGTERM', () => {
    service.stop().then(() => process.exit(0), fatal);
  });
  console.log(`listening on http://${service.address?.host}:${service.address?.port}`);
};
