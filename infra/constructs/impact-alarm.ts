import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

export type ImpactAlarmProps = {
  /** What a customer notices while this alarm rings, and what to do first: one or two sentences for whoever is woken. */
  readonly impact: string;
  readonly metric: IMetric;
  /** Rings above this value. */
  readonly above: number;
};

/** An alarm that says whom it hurts. Rings on the first minute above its limit; silence is health. */
export class ImpactAlarm extends Alarm {
  constructor(scope: Construct, id: string, { impact, metric, above }: ImpactAlarmProps) {
    super(scope, id, {
      alarmDescription: impact,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
