import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import { fixLogicalId } from './logical-id.ts';

/** Prefixes of uploads and of checked files, as in the object keys of the domain. */
export const UPLOADS = 'pending/*';
export const CHECKED = 'media/*';
/** Prefix of exports. */
export const EXPORTS = 'exports/*';

/**
 * The files of the media libraries. Clients read and write only through URLs that a function signed. CORS allows every origin,
 * because the URL itself is the permission. Incomplete uploads expire.
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
