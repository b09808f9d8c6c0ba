/** An installation on servers of its own, one of each, which the tests of a file share and may kill. */
import { join } from 'node:path';
import { assert } from '../../../src/kernel/faults.ts';
import type { DoubleProcess } from '../event-store-double/spawn.ts';
import { tempFolder } from '../process/temp-folder.ts';
import type { Owner } from '../process/of-file.ts';
import { givenServers } from './environment.ts';
import { type KafkaCluster, startKafka } from './kafka.ts';
import { type MongoCluster, startMongo } from './mongo.ts';
import { type S3Server, startS3 } from './s3.ts';

export type OwnInstallation = {
  /** The variables and the folder of the service. */
  readonly on: { readonly env: Readonly<Record<string, string>>; readonly dataDir: string };
  /** Down until its node is up for the first time. */
  readonly kafka: KafkaCluster;
  readonly mongo: MongoCluster;
  readonly s3: S3Server;
  /** Of the event store; a server that was given has none, and is not killed. */
  readonly double: () => DoubleProcess;
};

export const ownInstallation = async (owner: Owner): Promise<OwnInstallation> => {
  const [kafka, mongo, s3] = await Promise.all([startKafka(owner, { down: true }), startMongo(owner), startS3(owner)]);
  const { env, double } = await givenServers(owner, { kafka: kafka.url, mongodb: mongo.url, s3: s3.url });
  return Object.freeze({
    on: { env, dataDir: join(tempFolder(owner), 'data') },
    kafka,
    mongo,
    s3,
    double: () => {
      assert(double !== undefined, 'a server that was given is not killed');
      return double;
    },
  });
};
