import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { emptyBucket } from '#scripts/lib/buckets/empty-bucket.ts';
import { orUsage } from '#scripts/lib/command-failure.ts';

const USAGE = `Deletes every object of a bucket with all its versions, so that the bucket can be deleted. Nothing can be restored afterwards.

  npm run bucket:empty -- --bucket <MediaBucketName>

It uses the AWS CLI with the current credentials.`;

const run = promisify(execFile);

const bucket = await orUsage(USAGE, 2, readBucket);

if (bucket === undefined) console.log(USAGE);
else {
  try {
    const aws = async (args: readonly string[]) =>
      (await run('aws', [...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;
    console.log(`Deleted ${await emptyBucket(bucket, aws)} versions and delete markers of ${bucket}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Undefined for `--help`. */
function readBucket(): string | undefined {
  const { values } = parseArgs({
    options: { bucket: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (!values.help && !values.bucket) throw new Error('--bucket is missing.');
  return values.help ? undefined : values.bucket;
}
