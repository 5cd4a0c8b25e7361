import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fixLogicalId } from './logical-id.ts';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import type { TableDefinition } from '#shared/platform/store/table-definition.ts';

export type WorkspaceTableProps = {
  readonly definition: TableDefinition;
  readonly config: StageConfig;
  /** Whether the table can be restored to any second; off for what expires by itself. */
  readonly pointInTimeRecovery: boolean;
};

/**
 * A table built from its definition: on demand, encrypted, TTL, sparse keys-only indexes. Its id is its logical id too.
 * `TableV2`, so that a replica in another region needs no new table.
 */
export class WorkspaceTable extends TableV2 {
  readonly indexArns: readonly string[];

  constructor(
    scope: Construct,
    id: string,
    { definition, config, pointInTimeRecovery }: WorkspaceTableProps,
  ) {
    super(scope, id, {
      partitionKey: { name: definition.partitionKey, type: AttributeType.STRING },
      sortKey: { name: definition.sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: definition.timeToLive,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      deletionProtection: config.deletionProtection,
      // CloudFormation could not delete a protected table when it undoes a failed first deployment. It has no name to be taken.
      removalPolicy: config.deletionProtection ? RemovalPolicy.RETAIN : config.dataRemoval,
      pointInTimeRecoverySpecification: pointInTimeRecovery
        ? { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: config.pointInTimeRecoveryDays }
        : { pointInTimeRecoveryEnabled: false },
      ...(definition.stream ? { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES } : {}),
      globalSecondaryIndexes: definition.indexes.map((index) => ({
        indexName: index.name,
        partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
        sortKey: { name: index.sortKey, type: AttributeType.STRING },
        projectionType: ProjectionType.KEYS_ONLY,
      })),
    });
    fixLogicalId(this, id);
    for (const kind of ['Read', 'Write'] as const) alarmOnThrottles(this, kind);
    this.indexArns = definition.indexes.map((index) => `${this.tableArn}/index/${index.name}`);
  }
}

/** An on-demand table throttles what grows too fast or hits one partition too hard; the SDK tries again for a second or so. */
function alarmOnThrottles(table: WorkspaceTable, kind: 'Read' | 'Write'): void {
  new ImpactAlarm(table, `${kind}ThrottlesAlarm`, {
    impact: `Calls of the API fail or take seconds, and webhooks are late: the table refuses ${kind === 'Read' ? 'reads' : 'writes'}.`,
    runbook: 'table-throttles',
    severity: 'warn',
    metric: table.metric(`${kind}ThrottleEvents`, { period: Duration.minutes(5), statistic: Stats.SUM }),
    above: 10,
  });
}
