/** The content of the templates as plain data; the local stack runs from nothing else. */
export type Platform = {
  readonly tables: readonly TableDescription[];
  readonly queues: readonly QueueDescription[];
  readonly buckets: readonly BucketDescription[];
  readonly functions: readonly FunctionDescription[];
  readonly apis: readonly ApiDescription[];
  readonly mappings: readonly MappingDescription[];
  readonly scheduleGroups: readonly string[];
  readonly schedules: readonly ScheduleDescription[];
  readonly eventRules: readonly EventRuleDescription[];
  readonly subscriptions: readonly SubscriptionDescription[];
};

type AttributeType = 'S' | 'N' | 'B';
type KeyPart = { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' };

export type TableDescription = {
  readonly name: string;
  readonly attributes: readonly { readonly AttributeName: string; readonly AttributeType: AttributeType }[];
  readonly key: readonly KeyPart[];
  readonly indexes: readonly IndexDescription[];
  readonly streamView: 'NEW_AND_OLD_IMAGES' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'KEYS_ONLY' | undefined;
  readonly timeToLive: string | undefined;
};

export type IndexDescription = {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyPart[];
  readonly Projection: {
    readonly ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
    readonly NonKeyAttributes?: string[] | undefined;
  };
};

export type QueueDescription = {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly visibilitySeconds: number;
  /** Attributes in the format of `CreateQueue`. */
  readonly attributes: Readonly<Record<string, string>>;
};

export type BucketDescription = {
  readonly name: string;
  readonly cors: CorsDescription | undefined;
  /** Objects under a prefix are deleted after this many days. */
  readonly expiries: readonly { readonly prefix: string; readonly days: number }[];
};

export type FunctionDescription = {
  readonly name: string;
  /** The folder of the operation, from the tag `operation`. */
  readonly operation: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
};

/** An HTTP API with its stage. */
export type ApiDescription = {
  /** The hosts on which it is, from its tag `serves`. */
  readonly serves: 'api' | 'pages';
  readonly routes: readonly RouteDescription[];
  readonly cors: CorsDescription | undefined;
  readonly throttles: ThrottlesDescription;
};

export type RouteDescription = { readonly routeKey: string; readonly functionName: string };

type MappingBase = {
  readonly id: string;
  readonly functionName: string;
  readonly sourceArn: string;
  readonly batchSize: number;
  readonly reportsItemFailures: boolean;
};

export type QueueMapping = MappingBase & {
  readonly kind: 'queue';
  readonly queueName: string;
  readonly maximumConcurrency: number;
};

export type StreamMapping = MappingBase & {
  readonly kind: 'stream';
  readonly tableName: string;
  /** JSON filter patterns; a record matches if any of them matches. Without filters, every record matches. */
  readonly filters: readonly string[];
  readonly bisect: boolean;
  /** -1: until the record is too old. */
  readonly maximumRetries: number;
  /** -1: no limit. */
  readonly maximumAgeSeconds: number;
};

export type MappingDescription = QueueMapping | StreamMapping;

/** A function that is invoked at a fixed rate. */
export type ScheduleDescription = {
  readonly id: string;
  readonly functionName: string;
  readonly everyMilliseconds: number;
  /** The event that the function gets, instead of the one that EventBridge Scheduler makes. */
  readonly input?: unknown;
};

/** Queues that get the events of AWS services that match a pattern (JSON). */
export type EventRuleDescription = { readonly pattern: string; readonly queueNames: readonly string[] };

/** A queue that gets the messages of an SNS topic, with or without the envelope of SNS. */
export type SubscriptionDescription = {
  readonly topicArn: string;
  readonly queueName: string;
  readonly isRaw: boolean;
};

export type CorsDescription = {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeSeconds: number | undefined;
  readonly credentials: boolean;
};

/** A token bucket: its size and its refill rate. */
export type ThrottleDescription = { readonly ratePerSecond: number; readonly burst: number };

export type ThrottlesDescription = {
  /** The default of routes without their own settings. */
  readonly usual: ThrottleDescription | undefined;
  /** Settings by route key. */
  readonly routes: Readonly<Record<string, ThrottleDescription | undefined>>;
};
