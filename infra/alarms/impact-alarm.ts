import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Runbook } from './runbook.ts';
import type { Severity } from '#infra/config.ts';

export type ImpactAlarmProps = {
  /** What a customer notices while this alarm rings, and what to do first: one or two sentences for whoever is woken. */
  readonly impact: string;
  readonly runbook: Runbook;
  readonly severity: Severity;
  readonly metric: IMetric;
  /** Rings above this value. */
  readonly above: number;
  /** How many of the last periods have to be above it; the first one is enough if nothing is said. */
  readonly during?: { readonly periods: number; readonly of: number };
  /** Only for a heartbeat, of which there is no value when it stops; for everything else silence is health. */
  readonly treatMissingData?: TreatMissingData.BREACHING;
};

/**
 * An alarm that says whom it hurts and which page helps. Silence is health, unless it is a heartbeat's. It has a name of its own,
 * since that is the subject of the mail, and since the dashboard can show it without an export that would tie the stacks together.
 */
export class ImpactAlarm extends Alarm {
  readonly severity: Severity;
  readonly fullName: string;

  constructor(scope: Construct, id: string, props: ImpactAlarmProps) {
    const { impact, runbook, severity, metric, above, during = { periods: 1, of: 1 } } = props;
    const { treatMissingData = TreatMissingData.NOT_BREACHING } = props;
    const fullName = nameOf(scope, id);
    super(scope, id, {
      alarmName: fullName,
      alarmDescription: `${impact} Runbook: docs/runbooks/${runbook}.md`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm: during.periods,
      evaluationPeriods: during.of,
      treatMissingData,
    });
    this.severity = severity;
    this.fullName = fullName;
  }
}

/** Its place in the tree: `workspace-prod-delivery-SlowDelivery-DeadLetters`. */
function nameOf(scope: Construct, id: string): string {
  return `${scope.node.path}/${id}`.replace(/Alarm$/u, '').replaceAll('/', '-');
}
