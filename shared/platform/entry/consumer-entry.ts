import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import type { Consumer, MessageOf, QueueSource, SettingsOf } from '#shared/platform/queues/consumer.ts';
import {
  batchConsumer,
  type MessageMetadata,
  queueConsumer,
  type ReceivedMessage,
} from '#shared/platform/queues/queue-consumer.ts';
import { consumerChain } from '#shared/platform/runtime/consumer-chain.ts';
import { parseSettings } from '#shared/platform/runtime/env.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { createMetrics, flushMetrics, type Metrics } from '#shared/platform/runtime/metrics.ts';
import type { Middleware } from '#shared/platform/runtime/middleware.ts';
import { patientTimer } from '#shared/platform/runtime/patient-timer.ts';
import { systemBackOff, systemRandom } from '#shared/platform/runtime/system-random.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import { createProvisions, type Provisions, type Services } from './provisions.ts';

/** What a consumer uses besides AWS and the clock: randomness, ids, waiting and output. Tests pass their own. */
type Runtime = {
  /** The name of the stage. */
  readonly stage: string;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly newNonce: () => string;
  readonly backOff: BackOff;
  /** Waits for the responses of other machines: stalls of this process do not count (`patient-timer.ts`). */
  readonly after: Timer;
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

/** What tests replace. */
export type ConsumerServices = Services &
  Runtime & {
    /** Writes a line of metrics. */
    readonly writeMetrics: (line: string) => void;
  };

/** Only what a consumer declares, and what every consumer gets. */
export type ConsumerProvisions<C extends Consumer> = Provisions<C> & SettingsOf<C> & Runtime;

type Invocation = Pick<Context, 'getRemainingTimeInMillis' | 'awsRequestId'>;
/** The handler of a consumer, by its source. */
type Handler<C extends Consumer> = C['source'] extends { readonly kind: 'queue' }
  ? C['source'] extends { readonly together: true }
    ? (messages: readonly ReceivedMessage<MessageOf<C>>[]) => Promise<readonly string[]>
    : (message: MessageOf<C>, metadata: MessageMetadata) => Promise<void>
  : C['source'] extends { readonly kind: 'stream' }
    ? (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>
    : (event: unknown, context: Invocation) => Promise<void>;
/** The function that Lambda invokes. */
type LambdaHandler<C extends Consumer, H> = C['source'] extends { readonly kind: 'queue' }
  ? (event: SQSEvent) => Promise<SQSBatchResponse>
  : H;

/**
 * The entry of a function that a queue, a stream or a schedule invokes. The first invocation reads the environment and creates the handler.
 * @throws Error if a variable is missing or malformed
 */
export function consumerEntry<const C extends Consumer, H extends Handler<C>>(
  consumer: C,
  build: (provisions: ConsumerProvisions<C>) => H,
): LambdaHandler<C, H> {
  // Copied while the module loads: the local stack sets the variables of a function only then, because its functions share one process.
  const environment = { ...process.env };
  let started: ((...event: never[]) => unknown) | undefined;
  const invoke = (...event: never[]): unknown =>
    (started ??= startConsumer(consumer, build, { environment }))(...event);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of a consumer decides the type of its handler
  return invoke as LambdaHandler<C, H>;
}

/** A new instance of a consumer, with these services instead of those of Lambda. */
export function startConsumer<const C extends Consumer, H extends Handler<C>>(
  consumer: C,
  build: (provisions: ConsumerProvisions<C>) => H,
  services: Partial<ConsumerServices> = {},
): LambdaHandler<C, H> {
  const { environment = process.env, writeMetrics = writeLine } = services;
  const metrics = consumer.uses.includes('write-metrics')
    ? createMetrics(environment['POWERTOOLS_METRICS_NAMESPACE'] ?? '', writeMetrics)
    : undefined;
  const given = {
    random: systemRandom,
    newNonce: randomUUID,
    backOff: systemBackOff,
    after: patientTimer,
    wait,
    metrics,
    ...services,
    ...parseSettings(consumer.settings ?? {}, environment),
  };
  const provisions = createProvisions(consumer, given);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the declaration decides the provisions
  const handler = build(provisions as unknown as ConsumerProvisions<C>);
  return toLambdaHandler(consumer, handler, { log: provisions.log, metrics });
}

/** The chain of a consumer: writes the metrics at the end of the invocation, and reads the messages of a queue. */
export function toLambdaHandler<const C extends Consumer, H extends Handler<C>>(
  { source }: C,
  handler: H,
  { log, metrics }: { readonly log: Log; readonly metrics?: Pick<Metrics, 'flush'> | undefined },
): LambdaHandler<C, H> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of a consumer decides the type of its handler
  const handle = handler as (...event: readonly unknown[]) => Promise<never>;
  const chain = metrics ? [flushMetrics(metrics)] : [];
  const run =
    source.kind === 'queue' ? consumeQueue(source, log, handle, chain) : consumerChain(handle, chain);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of a consumer decides the type of its handler
  return run as unknown as LambdaHandler<C, H>;
}

function consumeQueue(
  { message, together, logFields = () => ({}) }: QueueSource,
  log: Log,
  handle: (...event: readonly unknown[]) => Promise<never>,
  chain: readonly Middleware<unknown, unknown>[],
) {
  if (together) return batchConsumer(message, log, handle, chain);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the source decides the type of its messages
  const fieldsOf = logFields as (parsed: unknown) => Readonly<Record<string, unknown>>;
  return queueConsumer(message, log, handle, fieldsOf, chain);
}

function writeLine(line: string): void {
  // `console` does not work, because Lambda adds a time and a level that break the format.
  process.stdout.write(`${line}\n`);
}
