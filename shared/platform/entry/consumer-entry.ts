import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';
import type { Consumer, MessageOf, ScheduleSource, SettingsOf } from '#shared/platform/queues/consumer.ts';
import {
  handleEach,
  type LogFields,
  type MessageMetadata,
  queueConsumer,
  type ReceivedMessage,
} from '#shared/platform/queues/queue-consumer.ts';
import { type Part as SchedulePart, partOf } from '#shared/platform/queues/schedule-part.ts';
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

/** A schedule whose work is divided. */
type Parted = ScheduleSource & { readonly parts: number };
type Invocation = Pick<Context, 'getRemainingTimeInMillis' | 'awsRequestId'>;
/** The handler of a consumer, by its source. */
type Handler<C extends Consumer> = C['source'] extends { readonly kind: 'queue' }
  ? C['source'] extends { readonly together: true }
    ? (messages: readonly ReceivedMessage<MessageOf<C>>[]) => Promise<readonly string[]>
    : (message: MessageOf<C>, metadata: MessageMetadata) => Promise<void>
  : C['source'] extends { readonly kind: 'stream' }
    ? (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>
    : C['source'] extends Parted
      ? (part: SchedulePart, context: Invocation) => Promise<void>
      : (event: unknown, context: Invocation) => Promise<void>;
/** The function that Lambda invokes. */
type LambdaHandler<C extends Consumer, H> = C['source'] extends { readonly kind: 'queue' }
  ? (event: SQSEvent) => Promise<SQSBatchResponse>
  : C['source'] extends Parted
    ? WithEvent<H>
    : H;
/** The handler of a part, with the event that names the part. */
type WithEvent<H> = H extends (part: never, context: infer Needed) => infer Result
  ? (event: unknown, context: Needed) => Result
  : never;

/** A handler without the types of its declaration. */
type AnyHandler = (...event: readonly unknown[]) => Promise<never>;
type Chain = readonly Middleware<unknown, unknown>[];

/** Creates what a consumer needs only because of its declaration. */
type Part = {
  /** The function that Lambda invokes. Without this member, it gets the event of Lambda as it is. */
  readonly receive?: (consumer: Consumer, log: Log, handler: AnyHandler, chain: Chain) => unknown;
  readonly createMetrics?: (environment: Environment, write: (line: string) => void) => Metrics;
};

/** The part of a consumer of a queue: reads the messages of a batch. */
export const queueMessages = {
  receive({ source }, log, handler, chain) {
    if (source.kind !== 'queue') throw new Error('The consumer has no queue');
    const { message, together } = source;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the source decides the type of its messages
    const logFields = source.logFields as ((parsed: unknown) => LogFields) | undefined;
    return queueConsumer({ message, logFields }, log, together ? handler : handleEach(log, handler), chain);
  },
} satisfies Part;

/** The part of a consumer whose schedule has parts: reads which of them an event asks for. */
export const scheduleParts = {
  receive({ source }, _log, handler, chain) {
    if (source.kind !== 'schedule' || source.parts === undefined)
      throw new Error('The consumer has no schedule with parts');
    const { parts } = source;
    return consumerChain(
      async (event: unknown, context) => handler(partOf(event, parts), context),
      [...chain],
    );
  },
} satisfies Part;

/** The part of a consumer with `write-metrics`: writes its metrics at the end of each invocation. */
export const writtenMetrics = {
  createMetrics: (environment, write) => createMetrics(metricsNamespace(environment['STAGE'] ?? ''), write),
} satisfies Part;

/** The parts that a consumer needs. */
type PartsOf<C extends Consumer> = readonly [
  ...(C['source'] extends { readonly kind: 'queue' } ? [typeof queueMessages] : []),
  ...(C['source'] extends Parted ? [typeof scheduleParts] : []),
  ...('write-metrics' extends C['uses'][number] ? [typeof writtenMetrics] : []),
];

/**
 * The entry of a function that a queue, a stream or a schedule invokes. An `index.ts` names the parts that its consumer needs, so that its
 * bundle contains no others. A wrong or missing part does not compile. The first invocation reads the environment and creates the handler.
 * @throws Error if a variable is missing or malformed
 */
export function consumerEntry<const C extends Consumer, H extends Handler<C>>(
  consumer: C,
  parts: PartsOf<C>,
  build: (provisions: ConsumerProvisions<C>) => H,
): LambdaHandler<C, H> {
  let started: ((...event: never[]) => unknown) | undefined;
  const invoke = (...event: never[]): unknown =>
    (started ??= startConsumer(consumer, parts, build))(...event);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of a consumer decides the type of its handler
  return invoke as LambdaHandler<C, H>;
}

/** A new instance of a consumer, with these services instead of those of Lambda. */
export function startConsumer<const C extends Consumer, H extends Handler<C>>(
  consumer: C,
  parts: readonly Part[],
  build: (provisions: ConsumerProvisions<C>) => H,
  services: Partial<ConsumerServices> = {},
): LambdaHandler<C, H> {
  const { environment = process.env, writeMetrics = writeLine } = services;
  const metrics = parts.find((part) => part.createMetrics)?.createMetrics?.(environment, writeMetrics);
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
  return toLambdaHandler(consumer, parts, handler, { log: provisions.log, metrics });
}

/** The chain of a consumer: writes the metrics at the end of the invocation, and receives the event as its parts say. */
export function toLambdaHandler<const C extends Consumer, H extends Handler<C>>(
  consumer: C,
  parts: readonly Part[],
  handler: H,
  { log, metrics }: { readonly log: Log; readonly metrics?: Pick<Metrics, 'flush'> | undefined },
): LambdaHandler<C, H> {
  const { receive = receiveEvent } = parts.find((part) => part.receive) ?? {};
  const chain = metrics ? [flushMetrics(metrics)] : [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the source of a consumer decides the type of its handler
  return receive(consumer, log, handler as AnyHandler, chain) as LambdaHandler<C, H>;
}

/** Passes the event of a stream or a schedule on. */
function receiveEvent(_consumer: Consumer, _log: Log, handler: AnyHandler, chain: Chain): unknown {
  return consumerChain(handler, [...chain]);
}

function writeLine(line: string): void {
  // `console` does not work, because Lambda adds a time and a level that break the format.
  process.stdout.write(`${line}\n`);
}
