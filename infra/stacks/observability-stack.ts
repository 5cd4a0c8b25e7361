import { ArnFormat, CfnOutput, Duration } from 'aws-cdk-lib';
import { Alarm, AlarmStatusWidget, Dashboard, Metric, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IAlarm, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct, IConstruct } from 'constructs';
import { addBudget } from '#infra/alarms/budget.ts';
import { alarmOnFailures } from '#infra/alarms/failure-alarms.ts';
import { alarmsBelow } from '#infra/alarms/route-alarms.ts';
import { LOGS_OF_EVERY_FUNCTION } from '#infra/constructs/alarm-logs.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { HttpApis } from '#infra/constructs/operation-routes.ts';
import { PlatformStack, stacksOf } from '#infra/constructs/platform-stack.ts';
import { apiRow, pagesRow } from '#infra/dashboard/api-row.ts';
import { broadcastsRow } from '#infra/dashboard/broadcasts-row.ts';
import { costRow } from '#infra/dashboard/cost-row.ts';
import { deliveriesRow } from '#infra/dashboard/deliveries-row.ts';
import { graph } from '#infra/dashboard/graph.ts';
import { messagesRow } from '#infra/dashboard/messages-row.ts';
import { publishingRow } from '#infra/dashboard/publishing-row.ts';
import { queuesRow } from '#infra/dashboard/queues-row.ts';
import { streamsRow } from '#infra/dashboard/streams-row.ts';
import { sweepRow } from '#infra/dashboard/sweep-row.ts';

export type Observed = {
  readonly apis: HttpApis;
  readonly data: DataResources;
  /** Receives messages about costs. */
  readonly warnings: ITopic;
};

/** The dashboard of a stage, its budget, and the alarms on failing functions and on the account's shared concurrency. Created last, because it shows all alarms. */
export class ObservabilityStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, { apis, data, warnings }: Observed) {
    const { stage, config } = deployment;
    super(scope, deployment, 'observability', {
      description: 'Workspace platform: dashboard and budget',
    });
    addBudget(this, deployment, warnings);
    if (!config.isWatched) return;
    const stacks = stacksOf(scope, deployment);
    const reserved = stacks.reduce((sum, stack) => sum + reservedBelow(stack), 0);
    const shared = config.accountConcurrency - reserved;
    // Unreserved only: deliver-webhook runs within its reservation, so at its limit it takes nothing from the API.
    const concurrent = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'UnreservedConcurrentExecutions',
      statistic: Stats.MAXIMUM,
      period: Duration.minutes(1),
    });
    new ImpactAlarm(this, 'ConcurrencyAlarm', {
      impact:
        'API requests are about to fail with 503: functions use more than 80 % of the unreserved concurrency of the account.',
      runbook: 'concurrency',
      logs: LOGS_OF_EVERY_FUNCTION,
      severity: 'page',
      metric: concurrent,
      above: Math.floor(0.8 * shared),
      during: { periods: 3, of: 5 },
    });
    alarmOnFailures(this, stage);

    const rows = [
      apiRow(stage, apis),
      pagesRow(stage, apis),
      deliveriesRow(stage),
      queuesRow(stage),
      streamsRow(stage),
      sweepRow(stage),
      publishingRow(stage),
      messagesRow(stage),
      broadcastsRow(stage),
      costRow(stage, data),
    ];
    new Dashboard(this, 'Dashboard', {
      dashboardName: `workspace-${stage}`,
      defaultInterval: Duration.hours(3),
      widgets: [
        [
          this.alarms(stacks.flatMap(alarmsBelow)),
          graph('Unreserved concurrency', [concurrent], limit(shared)),
        ],
        ...rows.flatMap(({ title, widgets }): IWidget[][] => [
          [new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 })],
          [...widgets],
        ]),
      ],
    });
    new CfnOutput(this, 'DashboardName', { value: `workspace-${stage}` });
  }

  /** References alarms by name, so that their stacks need no exports for the dashboard. */
  private alarms(alarms: readonly ImpactAlarm[]): AlarmStatusWidget {
    const shown = alarms.map(({ fullName }): IAlarm => {
      const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
      const arn = this.formatArn({
        service: 'cloudwatch',
        resource: 'alarm',
        resourceName: fullName,
        arnFormat,
      });
      return Alarm.fromAlarmArn(this, fullName, arn);
    });
    return new AlarmStatusWidget({ title: 'Alarms', alarms: shown, width: 16, height: 6 });
  }
}

/** Sum of the reserved concurrency of the functions of a stack. */
function reservedBelow(root: IConstruct): number {
  return root.node
    .findAll()
    .filter((construct) => construct instanceof CfnFunction)
    .reduce((sum, { reservedConcurrentExecutions }) => sum + (reservedConcurrentExecutions ?? 0), 0);
}

function limit(value: number) {
  return { leftAnnotations: [{ value, label: 'limit' }], leftYAxis: { min: 0 } };
}
