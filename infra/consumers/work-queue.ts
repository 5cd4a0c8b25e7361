import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { StageConfig } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { ImpactAlarmProps } from '#infra/constructs/impact-alarm.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';

type Concern = Pick<ImpactAlarmProps, 'impact' | 'severity'>;

export type WorkQueueProps = {
  readonly config: StageConfig;
  readonly visibilityTimeout: Duration;
  readonly retention: Duration;
  /** How long the dead-letter queue keeps a message, from the time at which it was first sent. Default: 14 days. */
  readonly deadLetterRetention?: Duration;
  /** Impact of a message in the dead-letter queue. */
  readonly dead: Concern;
  /**
   * Impact of a message that waits for longer than `longerThan`. Null means that the queue has no consumer, so any message fires
   * the alarm.
   */
  readonly waiting: Concern & { readonly longerThan: Duration | null };
};

/** The maximum of SQS. A moved message keeps its age, so this must exceed the retention of the source queue. */
const DEAD_LETTER_RETENTION = Duration.days(14);
const MINUTE = { period: Duration.minutes(1), statistic: Stats.MAXIMUM };

/**
 * The longest intentional delay of a message, plus five minutes. AWS does not document whether the age of the oldest message
 * includes delayed messages, so the threshold must be right if it does.
 */
export function lateAfter({ queueDelayLimit }: StageConfig): Duration {
  return Duration.seconds(queueDelayLimit).plus(Duration.minutes(5));
}

/** A queue that always has a dead-letter queue and alarms on both. Encrypted, TLS only. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { maxReceiveCount } = concurrencyOf(props.config);
    const house = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: props.config.dataRemoval,
    } satisfies QueueProps;

    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...house,
      retentionPeriod: props.deadLetterRetention ?? DEAD_LETTER_RETENTION,
    });
    fixLogicalId(this.deadLetters, `${id}DeadLetters`);
    this.queue = new Queue(this, 'Queue', {
      ...house,
      visibilityTimeout: props.visibilityTimeout,
      retentionPeriod: props.retention,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
    fixLogicalId(this.queue, `${id}Queue`);

    alarmOnMessages(this, 'DeadLettersAlarm', this.deadLetters, props.dead);
    const { longerThan, ...waiting } = props.waiting;
    if (longerThan === null) alarmOnMessages(this, 'WaitingAlarm', this.queue, waiting);
    else alarmOnAge(this, this.queue, waiting, longerThan);
    // For severity `page`, a consumer that stopped is detected before its messages are old.
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

/** Delayed and in-flight messages are not visible, and no consumer takes five minutes for a message. */
function alarmOnStop(scope: Construct, queue: Queue, { impact, severity }: Concern): void {
  const { period } = MINUTE;
  new ImpactAlarm(scope, 'StoppedAlarm', {
    impact: `No message was processed for five minutes, although messages wait. ${impact}`,
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
