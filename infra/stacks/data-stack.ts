import { CfnOutput } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { DailyBackups } from '#infra/constructs/daily-backups.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import { MediaBucket } from '#infra/constructs/media-bucket.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { WorkspaceTable } from '#infra/constructs/workspace-table.ts';
import { CORE_TABLE, DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';

/** All customer data: both tables, the media files and the key that encrypts secrets. */
export class DataStack extends PlatformStack implements DataResources {
  readonly coreTable: WorkspaceTable;
  readonly deliveryTable: WorkspaceTable;
  readonly secretKey: Key;
  readonly mediaBucket: MediaBucket;

  constructor(scope: Construct, deployment: Deployment) {
    const { stage, config } = deployment;
    super(scope, deployment, 'data', {
      description: 'Workspace platform: tables, files and the key that encrypts secrets',
      terminationProtection: config.deletionProtection,
    });

    this.coreTable = new WorkspaceTable(this, 'CoreTable', {
      definition: CORE_TABLE,
      config,
      pointInTimeRecovery: true,
    });
    // Recovery is not worth its cost: deliveries expire after 30 days and can be sent again from their events.
    this.deliveryTable = new WorkspaceTable(this, 'DeliveryTable', {
      definition: DELIVERY_TABLE,
      config,
      pointInTimeRecovery: false,
    });

    this.secretKey = new Key(this, 'SecretKey', {
      description: `Encrypts the private keys of key pairs (workspace ${stage})`,
      enableKeyRotation: true,
      // Cannot be changed later: only such a key can have a replica in another region of the account, and a replica costs nothing until then.
      multiRegion: true,
      removalPolicy: config.dataRemoval,
    });
    fixLogicalId(this.secretKey, 'SecretKey');

    this.mediaBucket = new MediaBucket(this, 'MediaBucket', config);

    if (config.dailyBackupDays !== null)
      new DailyBackups(this, 'DailyBackups', {
        days: config.dailyBackupDays,
        isLocked: config.lockDailyBackups,
        table: this.coreTable,
        bucket: this.mediaBucket,
        removalPolicy: config.dataRemoval,
      });

    new CfnOutput(this, 'CoreTableName', { value: this.coreTable.tableName });
    new CfnOutput(this, 'DeliveryTableName', { value: this.deliveryTable.tableName });
    new CfnOutput(this, 'SecretKeyId', { value: this.secretKey.keyId });
    new CfnOutput(this, 'MediaBucketName', { value: this.mediaBucket.bucketName });
  }
}
