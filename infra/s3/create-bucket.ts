/**
 * `node infra/s3/create-bucket.ts`: makes the bucket, for a store of one's own; elsewhere the operator of the store
 * does.
 */
import { CreateBucketCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import { createClient } from '../../src/adapters/object-store-s3/client.ts';
import { failureOf, faultOf } from '../../src/adapters/object-store-s3/s3-faults.ts';
import { readConfig } from '../../src/main/config.ts';
import { runTool } from '../../src/main/tool.ts';

await runTool(
  {
    name: 'create-bucket',
    about: 'Makes the bucket if it is not there.',
    command: 'node infra/s3/create-bucket.ts',
    variables: 'S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY say where and which.',
    options: {},
  },
  async (_, say) => {
    const { s3 } = readConfig().servers;
    if (s3 === null) return say.usage('S3_ENDPOINT is required');
    const client = createClient(s3);
    const bucket = { Bucket: s3.bucket };
    try {
      const made = await client.send(new HeadBucketCommand(bucket)).then(
        () => false,
        async (error: unknown) => {
          if (failureOf(error).status !== 404) throw error;
          await client.send(new CreateBucketCommand(bucket));
          return true;
        },
      );
      return say.result({ ok: true, bucket: s3.bucket, made }, `${s3.bucket} ${made ? 'was made' : 'is there'}`);
    } catch (error) {
      throw faultOf(error, s3.bucket);
    } finally {
      client.destroy();
    }
  },
);
