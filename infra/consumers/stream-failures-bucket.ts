import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';

/**
 * Complete stream records that grew too old to dispatch. A queue as on-failure destination would keep only their position in the
 * stream, which no longer contains them by then. They contain payloads, so they expire when event items do.
 */
export class StreamFailuresBucket extends Bucket {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(14) }],
      removalPolicy: config.dataRemoval,
      autoDeleteObjects: config.isTemporary,
    });
    fixLogicalId(this, id);
  }
}
