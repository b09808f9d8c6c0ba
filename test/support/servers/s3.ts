/** S3 servers: the one that the suite was given, or one of a test's own. */
import { BucketAlreadyExists, BucketAlreadyOwnedByYou, CreateBucketCommand } from '@aws-sdk/client-s3';
import { S3_KEYS, startServer } from '../../../infra/tooling/server-programs.ts';
import { createClient } from '../../../src/adapters/object-store-s3/client.ts';
import type { Owner } from '../process/of-file.ts';
import type { NodeSignal } from './cluster.ts';
import { programsFolder } from './require.ts';

export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type S3Server = {
  readonly url: string;
  readonly port: number;
  /** The bucket is not made yet. */
  readonly settings: S3Settings;
  readonly signal: (signal: NodeSignal) => Promise<void>;
  /** Starts it on the same port, with what it has stored, when it is gone. */
  readonly up: () => Promise<void>;
};

const BUCKET = 'pi-tests';

/** How to reach the server at `endpoint`, which `requireServer(test, 's3')` gave. The bucket may have to be made. */
export const givenS3 = (endpoint: string): S3Settings => ({
  endpoint,
  region: process.env['S3_REGION'] ?? S3_KEYS.S3_REGION,
  bucket: process.env['S3_BUCKET'] ?? BUCKET,
  accessKeyId: process.env['S3_ACCESS_KEY'] ?? S3_KEYS.S3_ACCESS_KEY,
  secretAccessKey: process.env['S3_SECRET_KEY'] ?? S3_KEYS.S3_SECRET_KEY,
});

/** There may be one already. */
export const makeBucket = async (settings: S3Settings): Promise<void> => {
  const client = createClient(settings);
  try {
    await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou || error instanceof BucketAlreadyExists)) throw error;
  } finally {
    client.destroy();
  }
};

export const startS3 = async (t: Pick<Owner, 'teardown'>): Promise<S3Server> => {
  const { url, port, run, stop } = await startServer(programsFolder(), 's3');
  t.teardown(stop);
  return Object.freeze({
    url,
    port,
    settings: {
      endpoint: url,
      region: S3_KEYS.S3_REGION,
      bucket: BUCKET,
      accessKeyId: S3_KEYS.S3_ACCESS_KEY,
      secretAccessKey: S3_KEYS.S3_SECRET_KEY,
    },
    signal: async (signal: NodeSignal) => {
      await run('signal', signal);
    },
    up: async () => {
      await run('start', String(port));
    },
  });
};
