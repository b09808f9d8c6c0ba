/**
 * A service of its own on shared servers: names that no other test uses, and the log in a double of EventStoreDB unless
 * `EVENTSTOREDB_URL` gives a real one.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type DoubleProcess, spawnEventStoreDouble } from '../event-store-double/spawn.ts';
import type { Owner } from '../process/of-file.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { givenLog } from './require.ts';
import { givenS3, makeBucket } from './s3.ts';

export type ServerUrls = { readonly kafka: string; readonly mongodb: string; readonly s3?: string };

export type OnServers = {
  /** The variables from which the service reads its addresses. */
  readonly env: Readonly<Record<string, string>>;
  /** Undefined on a real server. */
  readonly double: DoubleProcess | undefined;
};

export const givenServers = async (t: Pick<Owner, 'teardown'>, urls: ServerUrls): Promise<OnServers> => {
  const name = `story-${randomUUID().slice(0, 8)}`;
  const double =
    givenLog === undefined ? await spawnEventStoreDouble(t, { data: join(tempFolder(t), 'log.sqlite') }) : undefined;
  return {
    env: {
      EVENTSTOREDB_URL: givenLog ?? double?.url ?? '',
      EVENTSTOREDB_PREFIX: `${name.replace('-', '.')}.`,
      MONGODB_URL: urls.mongodb,
      MONGODB_DATABASE: name,
      KAFKA_BROKERS: urls.kafka,
      KAFKA_PREFIX: `${name}.`,
      ...(urls.s3 === undefined ? {} : await bucketOf(urls.s3, name)),
    },
    double,
  };
};

/** The variables of a bucket of that name, which is made. */
export const bucketOf = async (endpoint: string, bucket: string): Promise<Readonly<Record<string, string>>> => {
  const settings = { ...givenS3(endpoint), bucket };
  await makeBucket(settings);
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: settings.accessKeyId,
    S3_SECRET_KEY: settings.secretAccessKey,
  };
};
