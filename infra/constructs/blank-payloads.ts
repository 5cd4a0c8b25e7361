import { CORE_TABLE } from '#shared/store/table-definition.ts';
import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { MinuteSchedule } from './minute-schedule.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { allow, leading } from './grants.ts';
import { linesOf } from './log-lines.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from './deployment.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

const EVENT_ITEMS = leading(['EV#*']);
/** Requests that wait, and events that were blanked. */
const FOUND_BY_OWNER = leading(['ERASURES', 'W#*#C#*']);
/** Requests lie among other items of their workspace. */
const WORKSPACE_ITEMS = leading(['W#*']);
const BLANKED_ITEMS = leading(['EV#*', 'W#*']);

/** Carries on once a minute what people asked to be forgotten: payloads, and what receivers answered to them. */
export class BlankPayloads extends ConsumerFunction {
  constructor(scope: Construct, deployment: Deployment, { data }: { readonly data: DataStack }) {
    const { coreTable, deliveryTable } = data;
    super(scope, deployment, {
      name: 'blank-payloads',
      description: 'Blanks what is stored about contacts who are to be forgotten',
      stalledImpact: 'Personal data of people who asked to be forgotten stays stored',
      timeout: Duration.seconds(60),
      environment: { CORE_TABLE: coreTable.tableName, DELIVERY_TABLE: deliveryTable.tableName },
      statements: [
        allow(['dynamodb:Query'], [coreTable.tableArn], EVENT_ITEMS),
        allow(['dynamodb:Query'], [`${coreTable.tableArn}/index/${BY_OWNER.name}`], FOUND_BY_OWNER),
        allow(['dynamodb:BatchGetItem'], [coreTable.tableArn], WORKSPACE_ITEMS),
        allow(['dynamodb:UpdateItem'], [coreTable.tableArn], BLANKED_ITEMS),
        // The walk's place lies among deliveries.
        allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], [deliveryTable.tableArn]),
      ],
      // A second run would do the same work twice, for nothing.
      reservedConcurrency: 1,
    });
    // A run that could not begin within its minute, or failed, is made up for by the next one.
    this.lambda.configureAsyncInvoke({ maxEventAge: Duration.minutes(1), retryAttempts: 0 });
    new MinuteSchedule(this, 'Blanking', deployment, {
      target: this.lambda,
      groupName: `workspace-${deployment.stage}-blanking`,
      missedImpact:
        'Personal data stays stored though people asked to be forgotten, within 24 hours by our promise: the minute schedule cannot invoke blank-payloads. Its dead letters carry the error code.',
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
    new ImpactAlarm(this, 'ErrorsAlarm', {
      impact:
        'Personal data stays stored though people asked to be forgotten, within 24 hours by our promise: blank-payloads fails again and again. It goes on where it stopped once its error is mended.',
      runbook: 'sweep-errors',
      severity: 'warn',
      metric: this.lambda.metricErrors({ period: Duration.minutes(5), statistic: Stats.SUM }),
      above: 2,
    });
  }
}
