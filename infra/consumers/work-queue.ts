import { CfnOutput, Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { CONSUMERS } from '#functions/registry.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { StageConfig } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { ImpactAlarmProps } from '#infra/constructs/impact-alarm.ts';
import { fixLogicalId, pascalCase } from '#infra/constructs/logical-id.ts';
import type { Consumer } from '#shared/platform/queues/consumer.ts';
import type { Queue as QueueName } from '#shared/platform/runtime/capabilities.ts';
import { DEFAULT_TIMEOUT_SECONDS } from './consumer-function.ts';

type Concern = Pick<ImpactAlarmProps, 'impact' | 'severity' | 'logs'>;

/** A work queue of a stack. */
export type WorkQueueProps = {
  /** The stem of its logical ids, if it is not the name. */
  readonly id?: string;
  /** The severity of its alarms. */
  readonly severity: Concern['severity'];
  /** The severity of the alarm on waiting messages, if it is another one. */
  readonly waitingSeverity?: Concern['severity'];
  /** Impact of a message in the dead-letter queue. */
  readonly dead: string;
  /** Impact of a message that waits for longer than `lateAfter`; in a queue without a consumer, of any message. */
  readonly waiting: string;
  /** Default: 7 days, half of the retention of dead letters. */
  readonly retention?: Duration;
  /** How long the dead-letter queue keeps a message, from the time at which it was first sent. Default: 14 days. */
  readonly deadLetterRetention?: Duration;
};

const RETENTION = Duration.days(7);
/** The maximum of SQS. A moved message keeps its age, so this must exceed the retention of the source queue. */
const DEAD_LETTER_RETENTION = Duration.days(14);
/** A quarantine queue has no consumer; an operator has this long for each message. */
const QUARANTINE_VISIBILITY = Duration.minutes(5);
const MINUTE = { period: Duration.minutes(1), statistic: Stats.MAXIMUM };

/**
 * The longest intentional delay of a message, plus five minutes. AWS does not document whether the age of the oldest message
 * includes delayed messages, so the threshold must be right if it does.
 */
function lateAfter({ queueDelayLimit }: StageConfig): Duration {
  return Duration.seconds(queueDelayLimit).plus(Duration.minutes(5));
}

/** Adds the work queues of a stack. Returns them by name. */
export function addQueues<const Name extends QueueName>(
  scope: Construct,
  config: StageConfig,
  rows: Readonly<Record<Name, WorkQueueProps>>,
): Readonly<Record<Name, WorkQueue>> {
  const added = Object.entries<WorkQueueProps>(rows).map(
    ([name, props]) => [name, new WorkQueue(scope, name, config, props)] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the rows
  return Object.fromEntries(added) as Readonly<Record<Name, WorkQueue>>;
}

/** A queue that always has a dead-letter queue and alarms on both. Encrypted, TLS only. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, name: string, config: StageConfig, props: WorkQueueProps) {
    const { id = pascalCase(name), severity, waitingSeverity = severity } = props;
    super(scope, id);
    const consumer = CONSUMERS.find((each) => consumes(each, name));
    const house = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: config.dataRemoval,
    } satisfies QueueProps;

    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...house,
      retentionPeriod: props.deadLetterRetention ?? DEAD_LETTER_RETENTION,
    });
    fixLogicalId(this.deadLetters, `${id}DeadLetters`);
    this.queue = new Queue(this, 'Queue', {
      ...house,
      visibilityTimeout: consumer ? visibilityFor(consumer) : QUARANTINE_VISIBILITY,
      retentionPeriod: props.retention ?? RETENTION,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: concurrencyOf(config).maxReceiveCount },
    });
    fixLogicalId(this.queue, `${id}Queue`);

    const logs = { functions: consumer ? [consumer.name] : sendersTo(name) };
    alarmOnMessages(this, 'DeadLettersAlarm', this.deadLetters, { impact: props.dead, severity, logs });
    const waiting = { impact: props.waiting, severity: waitingSeverity, logs };
    if (consumer) alarmOnAge(this, this.queue, waiting, lateAfter(config));
    else alarmOnMessages(this, 'WaitingAlarm', this.queue, waiting);
    // For severity `page`, a consumer that stopped is detected before its messages are old.
    if (consumer && waitingSeverity === 'page') alarmOnStop(this, this.queue, waiting);

    new CfnOutput(scope, `${id}QueueUrl`, { value: this.queue.queueUrl });
    new CfnOutput(scope, `${id}DeadLettersUrl`, { value: this.deadLetters.queueUrl });
  }
}

function consumes({ source }: Consumer, queue: string): boolean {
  return source.kind === 'queue' && source.queues.some(({ name }) => name === queue);
}

/** The consumers that send to a queue without a consumer: a quarantine. */
function sendersTo(queue: string): readonly string[] {
  return CONSUMERS.filter(({ uses }) => uses.some((capability) => capability === `send-to-${queue}`)).map(
    ({ name }) => name,
  );
}

/** Six times the timeout, so that Lambda can retry a throttled batch before it becomes visible again, and the time in which a batch fills. */
function visibilityFor({ source, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: Consumer): Duration {
  const { batchingWindowSeconds = 0 } = source.kind === 'queue' ? source : {};
  return Duration.seconds(6 * timeoutSeconds + batchingWindowSeconds);
}

function alarmOnMessages(scope: Construct, id: string, queue: Queue, concern: Concern): void {
  const metric = queue.metricApproximateNumberOfMessagesVisible(MINUTE);
  new ImpactAlarm(scope, id, { ...concern, runbook: 'redrive', metric, above: 0 });
}

function alarmOnAge(scope: Construct, queue: Queue, concern: Concern, longest: Duration): void {
  new ImpactAlarm(scope, 'AgeAlarm', {
    ...concern,
    runbook: 'queue-age',
    metric: queue.metricApproximateAgeOfOldestMessage(MINUTE),
    above: longest.toSeconds(),
    during: { periods: 3, of: 3 },
  });
}

/** Delayed and in-flight messages are not visible, and no consumer takes five minutes for a message. */
function alarmOnStop(scope: Construct, queue: Queue, concern: Concern): void {
  const { period } = MINUTE;
  new ImpactAlarm(scope, 'StoppedAlarm', {
    ...concern,
    impact: `No message was processed for five minutes, although messages wait. ${concern.impact}`,
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
