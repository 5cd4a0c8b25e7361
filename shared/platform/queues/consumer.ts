import type { GenericSchema, InferOutput } from 'valibot';
import type { Capability, Queue } from '#shared/platform/runtime/capabilities.ts';

/** A queue that invokes a consumer. */
export type ConsumedQueue = {
  readonly name: Queue;
  /** The highest number of concurrent invocations, or its name in `deliverConcurrency` of the stage. A small account gets fewer. */
  readonly concurrency: number | 'healthy' | 'slow';
};

/** Messages of queues. A message whose body does not match `message` moves to the dead-letter queue. */
export type QueueSource = {
  readonly kind: 'queue';
  readonly queues: readonly ConsumedQueue[];
  readonly message: GenericSchema;
  /** The fields of log lines about a message: ids to search for, never contents. */
  readonly logFields?: (message: never) => Readonly<Record<string, unknown>>;
  /** Messages per invocation, 10 by default: fewer if a message may need much memory. */
  readonly batchSize?: number;
  /** How long Lambda waits for a batch to fill. Not at all by default, because a first attempt must not wait. */
  readonly batchingWindowSeconds?: number;
  /** Whether the handler gets the messages of a batch together, and returns the ids of those that failed. */
  readonly together?: true;
};

/** Records of the stream of the core table that match one of the filters. */
export type StreamSource = {
  readonly kind: 'stream';
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  /** What customers notice while records wait in the stream for over a minute. */
  readonly late: { readonly severity: 'page' | 'warn'; readonly impact: string };
  /** What customers notice while the stream is not read: what is lost after which time. */
  readonly stopped: string;
};

/**
 * The function runs every minute. With `parts`, it runs once for each part, at the same time, and its handler gets the part
 * (`schedule-part.ts`). As many runs as there are parts can run at the same time.
 */
export type ScheduleSource = {
  readonly kind: 'schedule';
  /** Runs a minute, each of which does its part of the work; one run that does all of it by default. */
  readonly parts?: number;
  /** Suffix of the name of its schedule group. */
  readonly group: string;
  /** Stem of the logical ids of the schedule. */
  readonly id: string;
};

/** A setting of the stage, which its variable contains as a text: `retryDelays` is `RETRY_DELAYS`. */
export type Settings = Readonly<Record<string, GenericSchema<string | undefined, unknown>>>;

/**
 * A function that a queue, a stream or a schedule invokes: the single source of its event source, variables, grants and log fields. The name
 * is also the folder and the suffix of the function's name.
 */
export type Consumer = {
  readonly name: string;
  /** The stack that deploys it. */
  readonly stack: string;
  readonly description: string;
  /** What customers notice while the function does not run, without a full stop. */
  readonly stalledImpact: string;
  /** What customers notice while the secrets that the function needs cannot be decrypted, without a full stop. */
  readonly unopenedImpact?: string;
  readonly source: QueueSource | StreamSource | ScheduleSource;
  readonly uses: readonly Capability[];
  readonly settings?: Settings;
  /** 60 by default. The visibility timeout of the queues is a multiple of it. */
  readonly timeoutSeconds?: number;
  /** 512 by default; for functions that hold large files, mostly wait, or need a whole core. */
  readonly memoryMegabytes?: number;
  /** For critical functions: new versions take over behind the alias `live`, according to the stage's rollout. */
  readonly staged?: true;
  /** Only if its own messages return to it by design: Lambda's loop detection would drop them. */
  readonly recursiveLoop?: true;
};

/** Declares a consumer; keeps the literal types for its handler. */
export function defineConsumer<const C extends Consumer>(consumer: C): C {
  return consumer;
}

/** A message of the queues of a consumer. */
export type MessageOf<C extends Consumer> = C['source'] extends {
  readonly message: infer S extends GenericSchema;
}
  ? InferOutput<S>
  : never;

/** The settings of a consumer, parsed. */
export type SettingsOf<C extends Consumer> = {
  readonly [Name in keyof NonNullable<C['settings']>]: InferOutput<NonNullable<C['settings']>[Name]>;
};
