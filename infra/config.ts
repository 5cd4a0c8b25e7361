import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

export const STAGES = ['dev', 'staging', 'prod'] as const;

export type Stage = (typeof STAGES)[number];

/**
 * Everything in which two stages may differ; what is the same everywhere lives in the constructs. The record has no place
 * for `WEBHOOK_ALLOWED_HOSTS`: a deployed stage reaches public https receivers only.
 */
export type StageConfig = {
  /** Nothing above INFO: the lines of attempts and the metrics are at that level, and Lambda would drop them. */
  readonly logLevel: 'DEBUG' | 'INFO';
  readonly logRetention: RetentionDays;
  /**
   * What becomes of tables, keys, buckets, queues and schedule groups that leave the template. Never plain `RETAIN`: a failed
   * first deployment would leave them behind, and the second one find the names of groups taken.
   */
  readonly dataRemoval: RemovalPolicy.DESTROY | RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
  /** The same of log groups, which have fixed names too. */
  readonly logRemoval: RemovalPolicy.DESTROY | RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
  /** DynamoDB deletion protection, and termination protection of every stack that keeps what customers entrusted to us. */
  readonly deletionProtection: boolean;
  readonly pointInTimeRecoveryDays: number;
  /** Requests per second of the whole API; beyond it API Gateway answers 429 by itself (R5). */
  readonly throttle: { readonly ratePerSecond: number; readonly burst: number };
  /** Requests per second of each route of public pages, so that a flood of visits leaves the API most of its budget. */
  readonly visitorThrottle: { readonly ratePerSecond: number; readonly burst: number };
  /** Invocations of `deliver-webhook` at a time, for sound endpoints and in the slow lane (H27). Their sum is reserved, so that no batch is throttled and loses receives (H28). */
  readonly deliverConcurrency: { readonly sound: number; readonly slow: number };
  /** Seconds before the second, third, … attempt (specification, Delivery behaviour). */
  readonly retryDelays: readonly number[];
  /** Longest wait in seconds that a queue delay may carry; longer ones become schedules. SQS allows 900. */
  readonly queueDelayLimit: number;
  /** What the circuit breaker does to endpoints that give no answer: longest wait of a parked attempt in seconds, below 900 (R26), and seconds between probes. */
  readonly breaker: { readonly parkSeconds: number; readonly probeSeconds: number };
  /** Names of this API that were given to it by hand, refused as receivers beside those below and the execute-api host (R27). */
  readonly apiHosts: readonly string[];
  /** Host of the pages that have no domain of their own; the API's own host if there is none. */
  readonly pageHost: HostName | null;
  /** The API's own name, and what stands before it. */
  readonly domain: (HostName & { readonly firewall: Firewall }) | null;
  /** How a new version of what delivers webhooks takes over. */
  readonly rollout: Rollout;
  /** Who is written to: `page` wakes somebody, `warn` can wait for the morning. Other subscribers are added to the topics by hand. */
  readonly alarmMail: Readonly<Record<Severity, string | null>>;
  /** Invocations at a time that the account may have in the region; a tenth is always left unreserved. */
  readonly accountConcurrency: number;
  /** Tags of every resource beside `app` and `stage`. */
  readonly tags: Readonly<Record<string, string>>;
};

/** `page`: customers notice now. `warn`: they will, or a retry hides it so far. */
export type Severity = 'page' | 'warn';

/** `now` is for a repair while alarms ring: no step, no alarm and no CodeDeploy is waited for. */
export type Rollout = 'now' | 'all-at-once' | 'linear-10-percent-a-minute' | 'canary-10-percent-5-minutes';

/** A name at which the API answers, with an ACM certificate for it in the API's region. */
export type HostName = { readonly name: string; readonly certificateArn: string };

/**
 * An HTTP API cannot have a web ACL itself. With one, a CloudFront distribution answers at the API's name, with a certificate in
 * us-east-1. Pages then need a `pageHost` of their own: they count tries at a password by the visitor's address, which a
 * distribution hides. That host leads past the web ACL, for every route of the API.
 */
export type Firewall = 'none' | { readonly webAclArn: string; readonly certificateArn: string };

/** What no stage has changed so far. The waits are the specification's; a stage may shorten them for rehearsals. */
const USUAL = {
  retryDelays: [10, 60, 300, 1800, 7200],
  queueDelayLimit: 900,
  // A minute less than R26 allows, for the way through the slow lane.
  breaker: { parkSeconds: 840, probeSeconds: 30 },
  apiHosts: [],
  pageHost: null,
  domain: null,
  alarmMail: { page: null, warn: null },
  // What AWS gives an account at first, or after a request to raise the few that new accounts get.
  accountConcurrency: 1000,
} satisfies Partial<StageConfig>;

export const STAGE_CONFIG: Readonly<Record<Stage, StageConfig>> = {
  dev: {
    ...USUAL,
    logLevel: 'DEBUG',
    logRetention: RetentionDays.ONE_WEEK,
    dataRemoval: RemovalPolicy.DESTROY,
    logRemoval: RemovalPolicy.DESTROY,
    deletionProtection: false,
    pointInTimeRecoveryDays: 1,
    throttle: { ratePerSecond: 50, burst: 100 },
    visitorThrottle: { ratePerSecond: 10, burst: 20 },
    deliverConcurrency: { sound: 10, slow: 5 },
    rollout: 'all-at-once',
    tags: { data: 'test' },
  },
  staging: {
    ...USUAL,
    logLevel: 'INFO',
    logRetention: RetentionDays.TWO_WEEKS,
    dataRemoval: RemovalPolicy.DESTROY,
    logRemoval: RemovalPolicy.DESTROY,
    deletionProtection: false,
    pointInTimeRecoveryDays: 7,
    throttle: { ratePerSecond: 500, burst: 500 },
    visitorThrottle: { ratePerSecond: 100, burst: 100 },
    deliverConcurrency: { sound: 40, slow: 10 },
    rollout: 'canary-10-percent-5-minutes',
    tags: { data: 'test' },
  },
  prod: {
    ...USUAL,
    logLevel: 'INFO',
    logRetention: RetentionDays.ONE_MONTH,
    dataRemoval: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    logRemoval: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    deletionProtection: true,
    pointInTimeRecoveryDays: 35,
    // Half of an account's default of 10,000 a second, so that one API cannot starve the others of the region.
    throttle: { ratePerSecond: 5000, burst: 2500 },
    visitorThrottle: { ratePerSecond: 1000, burst: 500 },
    // Of an account's default of 1,000: slow receivers may hold 400, the API keeps the rest.
    deliverConcurrency: { sound: 300, slow: 100 },
    rollout: 'linear-10-percent-a-minute',
    tags: { data: 'customer' },
  },
};

/** The stage of that name. Throws for any other text, so that a typing error never makes a fourth deployment. */
export function stageNamed(name: string): Stage {
  const stage = STAGES.find((candidate) => candidate === name);
  if (stage === undefined) {
    throw new Error(
      `Unknown stage "${name}": use one of ${STAGES.join(', ')}, as in \`cdk synth -c stage=dev\`.`,
    );
  }
  return stage;
}

/**
 * What a stage is, or the same with new versions that take over at once: `cdk deploy -c rollout=now`. Throws for any other
 * `rollout`, so that a typing error never makes a repair wait for alarms.
 */
export function configOf(stage: Stage, rollout?: unknown): StageConfig {
  const config = STAGE_CONFIG[stage];
  if (rollout === undefined) return config;
  if (rollout !== 'now')
    throw new Error(`Unknown rollout ${JSON.stringify(rollout)}: leave it out, or use \`-c rollout=now\`.`);
  return { ...config, rollout };
}
