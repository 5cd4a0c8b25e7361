import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Duration } from 'aws-cdk-lib';
import { fixLogicalId } from './logical-id.ts';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';

/** Where clients upload, and where files lie once they are checked: as the domain's keys begin. */
export const UPLOADS = 'pending/*';
export const CHECKED = 'media/*';

/**
 * The files of the media libraries. Nobody reads or writes it but by URLs that a function signed; those work from a page
 * too, whatever its origin, because the URL itself is the permission. Uploads that nobody completes are forgotten.
 */
export class MediaBucket extends Bucket {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      cors: [
        {
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
          allowedHeaders: ['content-type'],
          maxAge: Duration.hours(1).toSeconds(),
        },
      ],
      lifecycleRules: [
        { prefix: UPLOADS.slice(0, -1), expiration: Duration.days(1) },
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: config.dataRemoval,
    });
    fixLogicalId(this, id);
  }
}
