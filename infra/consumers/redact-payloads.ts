import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/webhooks/redact-payloads/env.ts';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, leading } from '#infra/constructs/grants.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { ScheduledFunction } from './scheduled-function.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

const EVENT_ITEMS = leading(['EV#*']);
/** Pending erasure requests, and redacted events. */
const FOUND_BY_OWNER = leading(['ERASURES', 'W#*#C#*']);
/** Erasure requests are in the partition of their workspace, with other items. */
const WORKSPACE_ITEMS = leading(['W#*']);
const REDACTED_ITEMS = leading(['EV#*', 'W#*']);

/** Processes pending erasure requests every minute: redacts payloads and the stored responses of receivers. */
export class RedactPayloads extends ScheduledFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, { data }: { readonly data: DataResources }) {
    const { coreTable, deliveryTable } = data;
    super(scope, deployment, {
      name: 'redact-payloads',
      description: 'Redacts stored data of contacts whose erasure was requested',
      stalledImpact:
        'Personal data stays stored although its erasure was requested, and must be erased within 24 hours',
      schedule: { id: 'Redaction', groupName: 'redactions' },
      environment: { CORE_TABLE: coreTable.tableName, DELIVERY_TABLE: deliveryTable.tableName },
      statements: [
        allow(['dynamodb:Query'], [coreTable.tableArn], EVENT_ITEMS),
        allow(['dynamodb:Query'], [`${coreTable.tableArn}/index/${BY_OWNER.name}`], FOUND_BY_OWNER),
        allow(['dynamodb:BatchGetItem'], [coreTable.tableArn], WORKSPACE_ITEMS),
        allow(['dynamodb:UpdateItem'], [coreTable.tableArn], REDACTED_ITEMS),
        // The cursor of the scan is in the delivery table.
        allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], [deliveryTable.tableArn]),
      ],
    });
    new ImpactAlarm(this, 'LateAlarm', {
      impact:
        'Personal data is still stored 22 hours after its erasure was requested; the limit is 24 hours. Find out why redact-payloads is late.',
      runbook: 'late-erasure',
      severity: 'page',
      metric: countLogLines(this, deployment.stage, {
        metric: 'LateErasures',
        field: 'code',
        value: 'ERASURE_LATE',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  }
}
