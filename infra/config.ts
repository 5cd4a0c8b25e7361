import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DELIVERY_SETTINGS } from '#infra/settings/delivery-settings.ts';
import { SettingsError } from '#infra/settings/settings-error.ts';
import { TEST_SETTINGS } from '#infra/settings/test-settings.ts';
import type {
  Firewall,
  HostName,
  MailSender,
  Messaging,
  OAuthAppSetting,
} from './settings/external-resources.ts';

export const STAGES = ['dev', 'staging', 'prod'] as const;

/** A stage with settings of its own. */
export type PermanentStage = (typeof STAGES)[number];

/** The temporary stage of a pull request, with the settings of dev. */
export type PreviewStage = `pr-${number}`;

export type Stage = PermanentStage | PreviewStage;

/**
 * All settings that may differ between stages; everything else is fixed in the constructs. `WEBHOOK_ALLOWED_HOSTS` is not among
 * them on purpose: a deployed stage sends to public https receivers only.
 */
export type StageConfig = {
  /** Not above INFO: attempts and metrics are logged at that level, and Lambda would drop their lines. */
  readonly logLevel: 'DEBUG' | 'INFO';
  /**
   * INFO adds the lines of Lambda about each invocation: start, and REPORT with duration, initialisation and memory. They cost about
   * $0.35 per million invocations, more than the requests themselves ($0.20).
   */
  readonly systemLogLevel: 'INFO' | 'WARN';
  readonly logRetention: RetentionDays;
  /**
   * Removal policy of tables, keys, buckets, queues and schedule groups. Never plain `RETAIN`: a failed first deployment would
   * leave them behind, and the next one would fail because the names of the schedule groups exist already.
   */
  readonly dataRemoval: RemovalPolicy.DESTROY | RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
  /** The same for log groups, whose names are fixed too. */
  readonly logRemoval: RemovalPolicy.DESTROY | RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
  /**
   * For previews: buckets are emptied when their stack is deleted, and replaced versions of functions are deleted. The emptying needs
   * a function and a role of the CDK, which a permanent stage does not have.
   */
  readonly isTemporary: boolean;
  /** DynamoDB deletion protection, and termination protection of every stack that stores customer data. */
  readonly deletionProtection: boolean;
  readonly pointInTimeRecoveryDays: number;
  /**
   * Daily backups of the core table and the media bucket by AWS Backup, in a vault of their own, for this many days; null for none.
   * At most 35, because everybody who asks for an erasure is promised that backups expire after 35 days.
   */
  readonly dailyBackupDays: number | null;
  /**
   * Whether nobody can delete a daily backup before its time: a lock of the vault in governance mode, which an administrator with
   * `backup:DeleteBackupVaultLockConfiguration` can remove.
   */
  readonly lockDailyBackups: boolean;
  /**
   * A public key of X25519 in base64url, whose private key an operator keeps outside this account; null for none. The private key of
   * each new key pair of secrets is also encrypted for it, so that secrets survive the loss of the account or its KMS key
   * (docs/operations.md#keys).
   */
  readonly recoveryPublicKey: string | null;
  /** Requests per second for the whole API. Above it API Gateway returns 429. The functions count the rate limits of API keys. */
  readonly throttle: Throttle;
  /** Requests per second for everything that is served at the host of pages and at the hosts of customers. */
  readonly pagesThrottle: Throttle;
  /** Requests per second for each route that visitors open, so that a flood of one of them leaves most of the limit to others. */
  readonly visitorThrottle: Throttle;
  /**
   * Requests per second for attempts at page passwords, over all pages. Each occupies a function for about 0.7 s, because
   * verifying a password is slow by design: without a limit of their own, attempts use up the account's concurrency.
   */
  readonly unlockThrottle: Throttle;
  /**
   * Concurrent invocations of `deliver-webhook`, for healthy endpoints and in the slow lane, scaled down if the account has fewer.
   * Their sum is reserved, so that no batch is throttled: a throttled receive counts towards the dead-letter queue.
   */
  readonly deliverConcurrency: { readonly healthy: number; readonly slow: number };
  /** Seconds before the second, third, … attempt of a delivery. */
  readonly retryDelays: readonly number[];
  /** Longest wait in seconds that uses a queue delay; longer ones become one-time schedules. SQS allows 900. */
  readonly queueDelayLimit: number;
  /**
   * Circuit breaker for unresponsive endpoints: how long an attempt is deferred at most, and how often the endpoint is probed, in
   * seconds. An attempt is made at most 15 minutes late, so it must be deferred for less than 900 seconds.
   */
  readonly breaker: { readonly deferSeconds: number; readonly probeSeconds: number };
  /** Other names of this API, configured by hand. Like its other hosts, they are rejected as receivers of webhooks. */
  readonly apiHosts: readonly string[];
  /**
   * Origins whose pages may show the console in a frame, such as `https://portal.example.com`. Such a page can make a person click in the
   * console without noticing, so list only pages that you trust.
   */
  readonly consoleFrameOrigins: readonly string[];
  /**
   * Origins to which the callback of an authorisation at a social network may redirect, such as `https://portal.example.com`, besides
   * the console. Such a page receives the one-time code, which only a key of the member who started the connection can use.
   */
  readonly connectRedirectOrigins: readonly string[];
  /**
   * Apps of the stage at social networks, for workspaces without an app of their own. The secret is a ciphertext of the key of the stage
   * (docs/operations.md#apps-at-social-networks), so it may be committed.
   */
  readonly oauthApps: Readonly<Partial<Record<'linkedin', OAuthAppSetting>>>;
  /** Host of the pages without a custom domain; null uses the name that AWS generates for the API of pages. */
  readonly pageHost: HostName | null;
  /** Custom domain name of the API, and the firewall in front of it. */
  readonly domain: (HostName & { readonly firewall: Firewall }) | null;
  /** How a new version of the functions that deliver webhooks takes over. */
  readonly rollout: Rollout;
  /** Whether the stage has alarms and a dashboard, which cost about $30 a month. Without them, only mail about costs is sent. */
  readonly isWatched: boolean;
  /**
   * Where the runbooks are, for the links of alarms: an address such as `https://wiki.example.com/runbooks`, in which `{commit}` stands for the
   * commit that `-c commit=<sha>` names. Null links to the repository that `-c repository=<owner>/<name>` names, on GitHub.
   */
  readonly runbookBaseUrl: string | null;
  /** Dollars a month; the topic of warnings receives a message at 80 %, at 100 % and if the forecast exceeds it. */
  readonly monthlyBudget: number;
  /**
   * Whether Cost Anomaly Detection monitors the costs with the tag of the stage. AWS allows it only in a management account or an
   * account without an organization; in a member account the deployment of that stack fails. `npm run preflight` checks it.
   */
  readonly costAnomalies: boolean;
  /** Mail address for the alarms of each severity. Other subscribers are added to the topics by hand. */
  readonly alarmMail: Readonly<Record<Severity, string | null>>;
  /**
   * Concurrent invocations of the account in the region that this stage may use: the account's quota, divided among the stages that
   * share it. Below 250 nothing is reserved (concurrency.ts). `npm run preflight` compares the value with the account.
   */
  readonly accountConcurrency: number;
  /** The only account and region that this stage is deployed to; null uses those of the credentials. */
  readonly env: StageEnvironment | null;
  /** The sender of notifications by mail; null for none: then users cannot create a target with an email address. */
  readonly notificationSender: MailSender | null;
  /** Sending of text messages and WhatsApp messages through AWS; null for none: then only numbers of the sandbox can be verified. */
  readonly messaging: Messaging | null;
  /** Who makes the first attempt of a call of DynamoDB, SQS or KMS: `packages/lean-aws-client`, or the SDK, which makes all others. */
  readonly firstAttempts: 'lean-aws-client' | 'sdk';
  /** Tags of every resource in addition to `app` and `stage`. */
  readonly tags: Readonly<Record<string, string>>;
};

/** A token bucket: its refill rate and its size. */
export type Throttle = { readonly ratePerSecond: number; readonly burst: number };

/** `page`: customers notice now, act immediately. `warn`: they will notice later, or a retry still hides it; it can wait. */
export type Severity = 'page' | 'warn';

/** `now` updates the aliases at once, without CodeDeploy and its alarms: in dev, and for a fix while alarms are in ALARM state. */
export type Rollout = 'now' | 'linear-10-percent-a-minute' | 'canary-10-percent-5-minutes';

/** An account id of 12 digits and a region such as `eu-central-1`. */
export type StageEnvironment = { readonly account: string; readonly region: string };

const DEFAULTS = {
  ...DELIVERY_SETTINGS,
  dailyBackupDays: null,
  lockDailyBackups: false,
  recoveryPublicKey: null,
  apiHosts: [],
  consoleFrameOrigins: [],
  connectRedirectOrigins: [],
  oauthApps: {},
  pageHost: null,
  domain: null,
  alarmMail: { page: null, warn: null },
  runbookBaseUrl: null,
  // The default quota of AWS; new accounts have less and must request an increase.
  accountConcurrency: 1000,
  env: null,
  isWatched: true,
  costAnomalies: false,
  isTemporary: false,
  notificationSender: null,
  messaging: null,
  firstAttempts: 'lean-aws-client',
} satisfies Partial<StageConfig>;

export const STAGE_CONFIG: Readonly<Record<PermanentStage, StageConfig>> = {
  dev: {
    ...DEFAULTS,
    logLevel: 'DEBUG',
    systemLogLevel: 'INFO',
    logRetention: RetentionDays.ONE_WEEK,
    dataRemoval: RemovalPolicy.DESTROY,
    logRemoval: RemovalPolicy.DESTROY,
    deletionProtection: false,
    pointInTimeRecoveryDays: 1,
    throttle: { ratePerSecond: 50, burst: 100 },
    pagesThrottle: { ratePerSecond: 30, burst: 60 },
    visitorThrottle: { ratePerSecond: 10, burst: 20 },
    unlockThrottle: { ratePerSecond: 5, burst: 10 },
    deliverConcurrency: { healthy: 10, slow: 5 },
    // Reserves nothing, so that this stage deploys into a new account with a quota of 10, too.
    accountConcurrency: 100,
    rollout: 'now',
    isWatched: false,
    monthlyBudget: 10,
    tags: { data: 'test' },
  },
  staging: {
    ...DEFAULTS,
    logLevel: 'INFO',
    systemLogLevel: 'WARN',
    logRetention: RetentionDays.TWO_WEEKS,
    dataRemoval: RemovalPolicy.DESTROY,
    logRemoval: RemovalPolicy.DESTROY,
    deletionProtection: false,
    pointInTimeRecoveryDays: 7,
    throttle: { ratePerSecond: 500, burst: 500 },
    pagesThrottle: { ratePerSecond: 300, burst: 300 },
    visitorThrottle: { ratePerSecond: 100, burst: 100 },
    unlockThrottle: { ratePerSecond: 20, burst: 20 },
    deliverConcurrency: { healthy: 40, slow: 10 },
    rollout: 'canary-10-percent-5-minutes',
    monthlyBudget: 50,
    tags: { data: 'test' },
  },
  prod: {
    ...DEFAULTS,
    logLevel: 'INFO',
    systemLogLevel: 'WARN',
    logRetention: RetentionDays.ONE_MONTH,
    dataRemoval: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    logRemoval: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    deletionProtection: true,
    pointInTimeRecoveryDays: 35,
    dailyBackupDays: 35,
    // Together less than an account's default of 10,000 a second, so that the stage cannot starve the others of the region.
    throttle: { ratePerSecond: 5000, burst: 2500 },
    pagesThrottle: { ratePerSecond: 3000, burst: 1500 },
    visitorThrottle: { ratePerSecond: 1000, burst: 500 },
    // About 35 concurrent invocations of those that the reservations leave.
    unlockThrottle: { ratePerSecond: 50, burst: 50 },
    // Of an account's default of 1,000: slow receivers can occupy 400 at most.
    deliverConcurrency: { healthy: 300, slow: 100 },
    rollout: 'linear-10-percent-a-minute',
    monthlyBudget: 500,
    tags: { data: 'customer' },
  },
};

/** At most five digits, so that the longest function name has no more than the 64 characters that Lambda accepts. */
const PREVIEW = /^pr-[1-9][0-9]{0,4}$/u;

export function isPreview(stage: string): stage is PreviewStage {
  return PREVIEW.test(stage);
}

/** Returns the stage with this name. Throws for any other name, so that a typo never creates another deployment. */
export function stageNamed(name: string): Stage {
  const stage = STAGES.find((candidate) => candidate === name) ?? (isPreview(name) ? name : undefined);
  if (stage === undefined) {
    throw new SettingsError(
      `Unknown stage "${name}": use one of ${STAGES.join(', ')}, as in \`cdk synth -c stage=dev\`, or pr-<number> for a preview.`,
    );
  }
  return stage;
}

/** The committed settings of a stage. A preview has those of dev, without anything that only one stage can have. */
function committedConfig(stage: Stage): StageConfig {
  if (!isPreview(stage)) return STAGE_CONFIG[stage];
  const { dev } = STAGE_CONFIG;
  return {
    ...dev,
    dataRemoval: RemovalPolicy.DESTROY,
    logRemoval: RemovalPolicy.DESTROY,
    isTemporary: true,
    deletionProtection: false,
    pointInTimeRecoveryDays: 1,
    dailyBackupDays: null,
    lockDailyBackups: false,
    recoveryPublicKey: null,
    apiHosts: [],
    consoleFrameOrigins: [],
    connectRedirectOrigins: [],
    oauthApps: {},
    pageHost: null,
    domain: null,
    isWatched: false,
    costAnomalies: false,
    notificationSender: null,
    messaging: null,
    monthlyBudget: 5,
    alarmMail: { page: null, warn: null },
    // Reserves nothing, however many previews share the account.
    accountConcurrency: 100,
    tags: { ...dev.tags, preview: 'true' },
  };
}

/** Values of `-c` of the CDK that change the settings of one deployment or synthesis. */
export type ConfigContext = {
  /** `now`: new versions take over immediately. */
  readonly rollout?: unknown;
  /** `test`: an account, addresses and names that nobody owns. */
  readonly settings?: unknown;
};

/**
 * Returns the settings of a stage. With `cdk deploy -c rollout=now`, new versions take over immediately; with
 * `cdk synth -c settings=test`, the stage belongs to a test account. Throws for any other value, so that a typo never makes a fix
 * wait for alarms.
 */
export function configOf(stage: Stage, { rollout, settings }: ConfigContext = {}): StageConfig {
  const committed = committedConfig(stage);
  const config = settings === undefined ? committed : { ...committed, ...TEST_SETTINGS };
  if (settings !== undefined && settings !== 'test')
    throw new SettingsError(
      `Unknown settings ${JSON.stringify(settings)}: leave it out, or use \`-c settings=test\`.`,
    );
  if (rollout === undefined) return config;
  if (rollout !== 'now')
    throw new SettingsError(
      `Unknown rollout ${JSON.stringify(rollout)}: leave it out, or use \`-c rollout=now\`.`,
    );
  return { ...config, rollout };
}
