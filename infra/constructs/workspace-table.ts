import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import type { TableDefinition } from '#shared/platform/store/table-definition.ts';
import { LOGS_OF_EVERY_FUNCTION } from './alarm-logs.ts';
import { ImpactAlarm } from './impact-alarm.ts';
import { fixLogicalId, pascalCase } from './logical-id.ts';

export type WorkspaceTableProps = {
  readonly definition: TableDefinition;
  readonly config: StageConfig;
  /** Whether the table can be restored to any second; off for data that expires soon. */
  readonly pointInTimeRecovery: boolean;
};

/**
 * A table built from its definition: on demand, encrypted, TTL, sparse keys-only indexes. Its construct id is its logical id.
 * `TableV2`, so that a replica in another region needs no new table (docs/operations.md#a-second-region). The key of AWS costs $0.03
 * per 10,000 requests, which each function caches for minutes; unlike the default, CloudTrail shows each use of it.
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
      // CloudFormation cannot delete a protected table when a first deployment fails. It stays, but its name is generated.
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
    for (const kind of ['Read', 'Write'] as const) {
      alarmOnThrottles(this, kind);
      for (const { name } of definition.indexes) alarmOnThrottles(this, kind, name);
    }
    this.indexArns = definition.indexes.map((index) => `${this.tableArn}/index/${index.name}`);
  }
}

/**
 * DynamoDB throttles traffic that grows too fast or overloads one partition; the SDK retries for about a second. The metric of a table
 * does not contain the throttles of its indexes, but a throttled index also throttles the writes of the table.
 */
function alarmOnThrottles(table: WorkspaceTable, kind: 'Read' | 'Write', index?: string): void {
  const throttled = `${kind === 'Read' ? 'reads' : 'writes'} of the ${index === undefined ? 'table' : `index ${index}`}`;
  const indexName = index === undefined ? {} : { GlobalSecondaryIndexName: index };
  new ImpactAlarm(table, `${index === undefined ? '' : pascalCase(index)}${kind}ThrottlesAlarm`, {
    impact: `API requests fail or take seconds, and webhooks are late: DynamoDB throttles ${throttled}.`,
    runbook: 'table-throttles',
    logs: LOGS_OF_EVERY_FUNCTION,
    severity: 'warn',
    metric: new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: `${kind}ThrottleEvents`,
      dimensionsMap: { TableName: table.tableName, ...indexName },
      period: Duration.minutes(5),
      statistic: Stats.SUM,
    }),
    above: 10,
  });
}
