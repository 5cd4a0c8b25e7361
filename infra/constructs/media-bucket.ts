import { Duration } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import { fixLogicalId } from './logical-id.ts';

/** Prefixes of uploads and of checked files, as in the object keys of the domain. */
export const UPLOADS = 'pending/*';
export const CHECKED = 'media/*';
/** Prefix of exports. */
export const EXPORTS = 'exports/*';
/** Prefix of files that contacts are imported from. */
export const IMPORTS = 'imports/*';
/** Prefix of exports of contacts only. */
export const CONTACT_EXPORTS = 'contact-exports/*';
/** Days after which an export expires. */
const EXPORT_DAYS = 7;

/**
 * The files of the media libraries. Clients read and write only through URLs that a function signed. CORS allows every origin,
 * because the URL itself is the permission. Incomplete uploads, files of imports, and exports expire with all their versions; earlier versions of
 * checked files expire when the backups of the table do.
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
      // A file that was deleted or replaced by mistake can be restored for as long as the table.
      versioned: true,
      lifecycleRules: [
        expiring(UPLOADS, 1),
        expiring(IMPORTS, 1),
        expiring(EXPORTS, EXPORT_DAYS),
        expiring(CONTACT_EXPORTS, 1),
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        {
          noncurrentVersionExpiration: Duration.days(config.pointInTimeRecoveryDays),
          expiredObjectDeleteMarker: true,
        },
      ],
      removalPolicy: config.dataRemoval,
      autoDeleteObjects: config.isTemporary,
    });
    fixLogicalId(this, id);
  }
}

/**
 * Deletes the objects under a prefix after some days. In a bucket with versions, the object itself becomes a noncurrent version then,
 * which is deleted a day later: of two rules, S3 applies the shorter period.
 */
function expiring(pattern: string, days: number): LifecycleRule {
  return {
    prefix: pattern.slice(0, -1),
    expiration: Duration.days(days),
    noncurrentVersionExpiration: Duration.days(1),
  };
}
