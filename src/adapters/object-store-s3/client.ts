/** The SDK's client with everything said that it would otherwise take from the environment or a profile. */
import { S3Client } from '@aws-sdk/client-s3';
import { limits } from '../../kernel/limits.ts';
import type { SigningKeys } from './presign.ts';

const nothing = (): void => undefined;
/** The faults carry its messages. */
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Opens no connection yet. */
export const createClient = ({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: SigningKeys & { readonly endpoint: string }): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    maxAttempts: limits.s3AttemptsMax,
    retryMode: 'standard',
    // The signature covers the sha256 of the body: every server checks that, and some know no other checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    requestHandler: {
      connectionTimeout: limits.s3ConnectMs,
      socketTimeout: limits.s3SilenceMs,
      logger: silent,
      httpAgent: { keepAlive: true, maxSockets: limits.s3ConnectionsMax },
      httpsAgent: { keepAlive: true, maxSockets: limits.s3ConnectionsMax },
    },
  });
