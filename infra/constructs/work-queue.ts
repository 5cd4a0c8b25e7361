import { Construct } from 'constructs';
import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fixLogicalId } from './logical-id.ts';
import type { QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { StageConfig } from '#infra/config.ts';

export type WorkQueueProps = {
  readonly config: StageConfig;
  readonly visibilityTimeout: Duration;
  readonly retention: Duration;
  /** What it means for customers that a message lies among the dead letters. */
  readonly deadLetterImpact: string;
};

/** AWS advises at least 5 for Lambda consumers, so that throttling alone never kills a message. */
const MAX_RECEIVE_COUNT = 5;
/** The longest SQS offers. A moved message keeps its age, so this has to exceed the retention of the source. */
const DEAD_LETTER_RETENTION = Duration.days(14);

/** A queue that cannot be had without a dead-letter queue and the alarm on it. Encrypted, TLS only. */
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

    alarmOnMessages(this, 'DeadLettersAlarm', this.deadLetters, props.deadLetterImpact);
  }

  /** For a queue that is empty while all is well: rings as soon as a message waits in it. */
  alarmOnWaiting(impact: string): void {
    alarmOnMessages(this, 'WaitingAlarm', this.queue, impact);
  }
}

function alarmOnMessages(scope: Construct, id: string, queue: Queue, impact: string): void {
  const metric = queue.metricApproximateNumberOfMessagesVisible({
    period: Duration.minutes(1),
    statistic: Stats.MAXIMUM,
  });
  new ImpactAlarm(scope, id, { impact, metric, above: 0 });
}
