import { Construct } from 'constructs';
import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import type { ImpactAlarmProps } from '#infra/alarms/impact-alarm.ts';
import type { QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { StageConfig } from '#infra/config.ts';

type Concern = Pick<ImpactAlarmProps, 'impact' | 'severity'>;

export type WorkQueueProps = {
  readonly config: StageConfig;
  readonly visibilityTimeout: Duration;
  readonly retention: Duration;
  /** What it means for customers that a message lies among the dead letters. */
  readonly dead: Concern;
  /**
   * What it means for them that a message waits for longer than `longerThan`; where that is null nothing consumes by itself,
   * and any message at all rings.
   */
  readonly waiting: Concern & { readonly longerThan: Duration | null };
};

/** AWS advises at least 5 for Lambda consumers, so that throttling alone never kills a message. */
const MAX_RECEIVE_COUNT = 5;
/** The longest SQS offers. A moved message keeps its age, so this has to exceed the retention of the source. */
const DEAD_LETTER_RETENTION = Duration.days(14);
const MINUTE = { period: Duration.minutes(1), statistic: Stats.MAXIMUM };

/**
 * The longest that a message may wait on purpose, and five minutes. AWS does not say whether the age of the oldest message counts
 * those that are still delayed, so the limit has to hold if it does.
 */
export function lateAfter({ queueDelayLimit }: StageConfig): Duration {
  return Duration.seconds(queueDelayLimit).plus(Duration.minutes(5));
}

/** A queue that cannot be had without a dead-letter queue and the alarms on both. Encrypted, TLS only. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const house = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: props.config.dataRemoval,
    } satisfies QueueProps;

    this.deadLetters = new Queue(this, 'DeadLetters', { ...house, retentionPeriod: DEAD_LETTER_RETENTION });
    fixLogicalId(this.deadLetters, `${id}DeadLetters`);
    this.queue = new Queue(this, 'Queue', {
      ...house,
      visibilityTimeout: props.visibilityTimeout,
      retentionPeriod: props.retention,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
    fixLogicalId(this.queue, `${id}Queue`);

    alarmOnMessages(this, 'DeadLettersAlarm', this.deadLetters, props.dead);
    const { longerThan, ...waiting } = props.waiting;
    if (longerThan === null) alarmOnMessages(this, 'WaitingAlarm', this.queue, waiting);
    else alarmOnAge(this, this.queue, waiting, longerThan);
    // Where waiting wakes somebody, a consumer that does nothing at all is not waited for until its messages are old.
    if (longerThan !== null && waiting.severity === 'page') alarmOnStop(this, this.queue, waiting);
  }
}

function alarmOnMessages(scope: Construct, id: string, queue: Queue, { impact, severity }: Concern): void {
  const metric = queue.metricApproximateNumberOfMessagesVisible(MINUTE);
  new ImpactAlarm(scope, id, { impact, severity, runbook: 'redrive', metric, above: 0 });
}

function alarmOnAge(scope: Construct, queue: Queue, { impact, severity }: Concern, longest: Duration): void {
  new ImpactAlarm(scope, 'AgeAlarm', {
    impact,
    severity,
    runbook: 'queue-age',
    metric: queue.metricApproximateAgeOfOldestMessage(MINUTE),
    above: longest.toSeconds(),
    during: { periods: 3, of: 3 },
  });
}

/** Messages that are delayed or in the hands of a consumer are not visible, and no consumer takes five minutes for one. */
function alarmOnStop(scope: Construct, queue: Queue, { impact, severity }: Concern): void {
  const { period } = MINUTE;
  new ImpactAlarm(scope, 'StoppedAlarm', {
    impact: `Nothing has been done for five minutes, while messages wait. ${impact}`,
    severity,
    runbook: 'queue-age',
    metric: new MathExpression({
      expression: 'IF(waiting > 0 AND FILL(done, 0) == 0, 1, 0)',
      usingMetrics: {
        waiting: queue.metricApproximateNumberOfMessagesVisible(MINUTE),
        done: queue.metricNumberOfMessagesDeleted({ period, statistic: Stats.SUM }),
      },
      label: 'stopped',
      period,
    }),
    above: 0,
    during: { periods: 5, of: 5 },
  });
}
