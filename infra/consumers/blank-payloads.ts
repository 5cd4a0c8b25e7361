import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { MinuteFunction } from './minute-function.ts';
import { allow, leading } from '#infra/constructs/grants.ts';
import { linesOf } from '#infra/alarms/log-lines.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

const EVENT_ITEMS = leading(['EV#*']);
/** Requests that wait, and events that were blanked. */
const FOUND_BY_OWNER = leading(['ERASURES', 'W#*#C#*']);
/** Requests lie among other items of their workspace. */
const WORKSPACE_ITEMS = leading(['W#*']);
const BLANKED_ITEMS = leading(['EV#*', 'W#*']);

/** Carries on once a minute what people asked to be forgotten: payloads, and what receivers answered to them. */
export class BlankPayloads extends MinuteFunction {
  constructor(scope: Construct, deployment: Deployment, { data }: { readonly data: DataStack }) {
    const { coreTable, deliveryTable } = data;
    super(scope, deployment, {
      name: 'blank-payloads',
      description: 'Blanks what is stored about contacts who are to be forgotten',
      stalledImpact:
        'Personal data stays stored though people asked to be forgotten, within 24 hours by our promise',
      schedule: { id: 'Blanking', groupName: 'blanking' },
      environment: { CORE_TABLE: coreTable.tableName, DELIVERY_TABLE: deliveryTable.tableName },
      statements: [
        allow(['dynamodb:Query'], [coreTable.tableArn], EVENT_ITEMS),
        allow(['dynamodb:Query'], [`${coreTable.tableArn}/index/${BY_OWNER.name}`], FOUND_BY_OWNER),
        allow(['dynamodb:BatchGetItem'], [coreTable.tableArn], WORKSPACE_ITEMS),
        allow(['dynamodb:UpdateItem'], [coreTable.tableArn], BLANKED_ITEMS),
        // The walk's place lies among deliveries.
        allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], [deliveryTable.tableArn]),
      ],
    });
    new ImpactAlarm(this, 'LateAlarm', {
      impact:
        'Personal data is still stored 22 hours after people asked to be forgotten, and the promise is 24: find out what holds blank-payloads up.',
      runbook: 'late-erasure',
      severity: 'page',
      metric: linesOf(this, deployment.stage, {
        metric: 'LateErasures',
        field: 'code',
        value: 'ERASURE_LATE',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  }
}
