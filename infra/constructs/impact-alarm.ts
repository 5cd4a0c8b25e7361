import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Severity } from '#infra/config.ts';
import { type AlarmLogs, searchedLogs } from './alarm-logs.ts';
import { logsInsightsLink } from './logs-insights-link.ts';
import { OperationFunction } from './operation-function.ts';
import { deploymentOf } from './platform-stack.ts';
import { type Runbook, runbookLink } from './runbook.ts';

export type ImpactAlarmProps = {
  /** What customers notice while the alarm is in ALARM state, and what to do first: one or two sentences for the operator. */
  readonly impact: string;
  readonly runbook: Runbook;
  readonly severity: Severity;
  /** Default: the errors in the log of the function that the alarm belongs to. Required if it belongs to none. */
  readonly logs?: AlarmLogs;
  readonly metric: IMetric;
  /** The alarm fires above this value. */
  readonly above: number;
  /** How many of the last periods must be above the value; one if omitted. */
  readonly during?: { readonly periods: number; readonly of: number };
  /**
   * Breaching for a heartbeat, which has no data when it stops; ignored for a value that stays as it is while it is not published. For all
   * other alarms missing data is healthy.
   */
  readonly treatMissingData?: TreatMissingData.BREACHING | TreatMissingData.IGNORE;
};

/**
 * An alarm that describes its impact, and links to its runbook and to a query of the logs. It has an explicit name, because the name is the subject of the mail,
 * and because the dashboard can show it by name, without an export that would couple the stacks.
 */
export class ImpactAlarm extends Alarm {
  readonly severity: Severity;
  readonly fullName: string;
  readonly runbook: Runbook;

  constructor(scope: Construct, id: string, props: ImpactAlarmProps) {
    const { impact, runbook, severity, metric, above, during = { periods: 1, of: 1 } } = props;
    const { treatMissingData = TreatMissingData.NOT_BREACHING } = props;
    const fullName = toAlarmName(scope, id);
    super(scope, id, {
      alarmName: fullName,
      alarmDescription: describe(scope, { impact, runbook, logs: props.logs ?? ownLogs(scope, fullName) }),
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm: during.periods,
      evaluationPeriods: during.of,
      treatMissingData,
    });
    this.severity = severity;
    this.fullName = fullName;
    this.runbook = runbook;
  }
}

/** Its path in the construct tree: `workspace-prod-delivery-SlowDelivery-DeadLetters`. */
function toAlarmName(scope: Construct, id: string): string {
  return `${scope.node.path}/${id}`.replace(/Alarm$/u, '').replaceAll('/', '-');
}

/** At most 1,024 characters, which CloudWatch allows. One line for each part, because a mail has no other structure. */
function describe(
  scope: Construct,
  { impact, runbook, logs }: Pick<ImpactAlarmProps, 'impact' | 'runbook'> & { readonly logs: AlarmLogs },
): string {
  const { stage, config } = deploymentOf(scope);
  const { named, linked, query } = searchedLogs(stage, logs);
  return [
    impact,
    `Runbook: ${runbookLink(scope, config, runbook)}`,
    `Logs: ${named.join(' ')}`,
    `Query: ${logsInsightsLink(Stack.of(scope).region, linked, query)}`,
  ].join('\n');
}

/** @throws Error if the alarm belongs to no function */
function ownLogs({ node }: Construct, alarm: string): AlarmLogs {
  const owner = node.scopes.findLast((construct) => construct instanceof OperationFunction);
  if (owner === undefined) throw new Error(`The alarm ${alarm} belongs to no function: set its \`logs\`.`);
  return { functions: [owner.node.id] };
}
