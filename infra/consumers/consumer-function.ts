import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { CONSUMERS } from '#functions/registry.ts';
import { concurrencyOf, STREAM_CONCURRENCY } from '#infra/concurrency.ts';
import type { FunctionResources, QueuePair } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { environmentFor } from '#infra/constructs/derived-environment.ts';
import { allow, statementsFor } from '#infra/constructs/grants.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import { pascalCase } from '#infra/constructs/logical-id.ts';
import { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { Consumer } from '#shared/platform/queues/consumer.ts';
import type { Queue } from '#shared/platform/runtime/capabilities.ts';
import { alarmOnConsumer } from './consumer-alarms.ts';
import { mapQueue } from './event-mappings.ts';
import { liveAlias } from './live-alias.ts';
import { addSchedule } from './schedule-source.ts';
import { addStream, readingStatements } from './stream-source.ts';

export const DEFAULT_TIMEOUT_SECONDS = 60;

/** The stacks with consumers. */
const STACKS = ['delivery', 'scheduling', 'visits'] as const;

/** The consumers of a stack; with `kinds`, only those with such a source. @throws Error if a consumer names no stack */
export function consumersOf(
  stack: (typeof STACKS)[number],
  ...kinds: readonly Consumer['source']['kind'][]
): readonly Consumer[] {
  const lost = CONSUMERS.find((consumer) => !STACKS.some((known) => known === consumer.stack));
  if (lost) throw new Error(`There is no stack ${lost.stack}, which ${lost.name} names.`);
  return CONSUMERS.filter(
    (consumer) => consumer.stack === stack && (kinds.length === 0 || kinds.includes(consumer.source.kind)),
  );
}

/** Adds consumers to their stack. Returns them by name. */
export function addConsumers(
  scope: Construct,
  deployment: Deployment,
  consumers: readonly Consumer[],
  resources: FunctionResources,
): ReadonlyMap<string, ConsumerFunction> {
  return new Map(
    consumers.map((consumer) => [
      consumer.name,
      new ConsumerFunction(scope, deployment, consumer, resources),
    ]),
  );
}

/**
 * A function that a stream, a queue or a schedule invokes, as it is declared. Only alarms show its failures, so it always includes the one on
 * throttled invocations; its event sources include the alarms on waiting work.
 */
export class ConsumerFunction extends OperationFunction {
  /** What event sources invoke: the name of the function, or the ARN of its alias. */
  readonly entry: string;
  /** CodeDeploy's deployment group of a staged function. */
  readonly rollout: LambdaDeploymentGroup | undefined;

  constructor(scope: Construct, deployment: Deployment, consumer: Consumer, resources: FunctionResources) {
    const { name, description, stalledImpact, source, staged = false, memoryMegabytes } = consumer;
    const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, recursiveLoop = false } = consumer;
    super(scope, deployment, {
      name,
      description,
      timeout: Duration.seconds(timeoutSeconds),
      environment: environmentFor(consumer, resources, deployment),
      statements: [
        ...receivingStatements(consumer, resources),
        ...statementsFor(consumer, resources, deployment.config),
      ],
      ...(memoryMegabytes === undefined ? {} : { memoryMegabytes }),
      reservedConcurrency: concurrencyFor(consumer, deployment),
      ...(recursiveLoop ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
    });
    const live = staged ? liveAlias(this, deployment, stalledImpact) : undefined;
    this.entry = live?.alias.functionArn ?? this.lambda.functionName;
    this.rollout = live?.rollout;

    new ImpactAlarm(this, 'ThrottlesAlarm', {
      impact: `${stalledImpact}: Lambda throttles ${name} for lack of concurrency.`,
      runbook: 'throttles',
      severity: 'warn',
      metric: this.lambda.metricThrottles({ period: Duration.minutes(5), statistic: Stats.SUM }),
      above: 0,
      during: { periods: 2, of: 2 },
    });
    if (source.kind === 'schedule') addSchedule(this, deployment, consumer, source);
    else if (source.kind === 'stream') addStream(this, deployment, source, resources);
    else
      for (const [index, queue] of source.queues.entries())
        mapQueue(this, pairOf(queue.name, resources).queue, source, {
          // The second queue of a consumer names its mapping.
          id: index === 0 ? 'QueueMapping' : `${pascalCase(queue.name)}QueueMapping`,
          maxConcurrency: concurrencyOf(deployment.config).of[queue.name] ?? 0,
        });
    alarmOnConsumer(this, consumer, deployment);
  }
}

/**
 * A consumer of queues reserves the sum of its mappings, so that no batch is throttled. A second run of a schedule would only repeat the work of
 * the first. The parts of a schedule share a reservation: if Scheduler invokes a part twice, another part may wait for seconds, or until
 * its next minute. The two runs of the part do nothing twice, because conditional writes decide which of them gets an item.
 */
function concurrencyFor({ source }: Consumer, { config }: Deployment): number {
  if (source.kind === 'schedule') return source.parts ?? 1;
  if (source.kind === 'stream') return STREAM_CONCURRENCY;
  const { of } = concurrencyOf(config);
  return source.queues.reduce((sum, { name }) => sum + (of[name] ?? 0), 0);
}

function receivingStatements({ source }: Consumer, resources: FunctionResources): readonly PolicyStatement[] {
  if (source.kind === 'schedule') return [];
  if (source.kind === 'stream') return readingStatements(resources);
  return [
    allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      source.queues.map(({ name }) => pairOf(name, resources).queue.queueArn),
    ),
  ];
}

function pairOf(name: Queue, { queues }: FunctionResources): QueuePair {
  const pair = queues[name];
  if (pair === undefined) throw new Error(`The stack of a consumer has no queue ${name}.`);
  return pair;
}
