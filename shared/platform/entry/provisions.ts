import { createDynamoClient } from '#packages/lean-aws-client/aws-clients.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { BoundQueue } from '#shared/platform/runtime/bound-queue.ts';
import type { CAPABILITY_PROVISIONS, Capability, Provision } from '#shared/platform/runtime/capabilities.ts';
import { type Clock, systemClock } from '#shared/platform/runtime/clock.ts';
import { NO_FRAMES } from '#shared/platform/runtime/console-frames.ts';
import type { ItemTables, ItemWrite } from '#shared/platform/runtime/item-capabilities.ts';
import type { SealingKey } from '#shared/platform/runtime/kms-secret-box.ts';
import { createLog, type Log } from '#shared/platform/runtime/logger.ts';
import { NO_SENDER } from '#shared/platform/runtime/mail/notification-sender.ts';
import { messagingChannels } from '#shared/platform/runtime/messaging-settings.ts';
import { NO_REDIRECTS } from '#shared/platform/runtime/oauth-settings.ts';
import { createTable, type Table, type WritableTable } from '#shared/platform/store/table.ts';

type ProvidedBy<C extends Capability> = C extends keyof ItemTables
  ? ItemTables[C]
  : C extends keyof typeof CAPABILITY_PROVISIONS
    ? (typeof CAPABILITY_PROVISIONS)[C][number]
    : never;

/** A table that accepts writes only if one of the capabilities writes to it. */
type TableFor<C extends Capability, P extends Provision> =
  P extends ProvidedBy<Extract<C, ItemWrite>> ? WritableTable : Table;

/** What each provision is at run time, for an operation with these capabilities. */
type ProvisionValues<C extends Capability = Capability> = {
  readonly core: TableFor<C, 'core'>;
  readonly deliveries: TableFor<C, 'deliveries'>;
  readonly signingKey: SealingKey;
  readonly notificationKey: SealingKey;
  readonly accountKey: SealingKey;
  readonly replayKey: SealingKey;
  readonly oauthAppKey: SealingKey;
  readonly connectKey: SealingKey;
  readonly pageTokenKey: SealingKey;
  readonly visitorKey: SealingKey;
  readonly putMediaBucket: string;
  readonly keepMediaBucket: string;
  readonly storeMediaBucket: string;
  readonly readMediaBucket: string;
  readonly exportsBucket: string;
  readonly contactExportsBucket: string;
  readonly putImportsBucket: string;
  readonly readImportsBucket: string;
  readonly deleteMediaBucket: string;
  readonly apiHosts: readonly string[];
  readonly uploadBucket: string;
  readonly consoleHosts: readonly string[];
  readonly consoleFrameOrigins: readonly string[];
  /** Hosts that may be non-public; set by the local stack only. */
  readonly allowedHosts: readonly string[];
  /** Origins that replace those of social networks, as `network=origin`; set by the local stack only. */
  readonly networkOrigins: readonly string[];
  /** The apps of the stage at networks, as text: only the product knows the networks. */
  readonly stageApps: string;
  readonly redirectOrigins: readonly string[];
  readonly pageHost: string;
  /** The address that sends mail; null if the stage has none. */
  readonly notificationSender: string | null;
  /** The channels on which the stage sends messages, besides the sandbox. */
  readonly messagingChannels: readonly string[];
  readonly templateChannels: readonly string[];
  readonly visitQueue: BoundQueue;
};

type Services = { readonly clock: Clock; readonly log: Log };

/** Only what the capabilities of an operation provide, besides clock and log. */
export type Provisions<O extends Operation> = Services &
  Pick<ProvisionValues<O['uses'][number]>, ProvidedBy<O['uses'][number]>>;

/** Every provision. */
export type AllProvisions = ProvisionValues & Services;

/**
 * Creates the provisions of an operation. Each environment variable is read when its provision is first used, at module load. The
 * type has every provision and writable tables, because the HTTP pipeline needs more than the operation declares: it records the
 * use of an API key, which a separate grant allows. @throws Error if a variable is missing
 */
export function createProvisions<const O extends Operation>({ name }: O) {
  const client = createDynamoClient(process.env);
  const sealingKey = (): SealingKey => ({
    id: requiredVariable('SECRET_KEY_ID'),
    environment: process.env,
  });
  const provisions: AllProvisions = {
    clock: systemClock,
    log: createLog(name, process.env),
    get core() {
      return createTable(client, requiredVariable('CORE_TABLE'));
    },
    get deliveries() {
      return createTable(client, requiredVariable('DELIVERY_TABLE'));
    },
    get signingKey() {
      return sealingKey();
    },
    get notificationKey() {
      return sealingKey();
    },
    get accountKey() {
      return sealingKey();
    },
    get replayKey() {
      return sealingKey();
    },
    get oauthAppKey() {
      return sealingKey();
    },
    get connectKey() {
      return sealingKey();
    },
    get pageTokenKey() {
      return sealingKey();
    },
    get visitorKey() {
      return sealingKey();
    },
    get putMediaBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get keepMediaBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get storeMediaBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get exportsBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get contactExportsBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get putImportsBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get readImportsBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get readMediaBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get deleteMediaBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get uploadBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get apiHosts() {
      return hosts(requiredVariable('API_HOSTS'));
    },
    get consoleHosts() {
      return hosts(requiredVariable('CONSOLE_HOSTS'));
    },
    get consoleFrameOrigins() {
      const origins = requiredVariable('CONSOLE_FRAME_ORIGINS');
      return origins === NO_FRAMES ? [] : hosts(origins);
    },
    get allowedHosts() {
      return hosts(process.env['WEBHOOK_ALLOWED_HOSTS'] ?? '');
    },
    get networkOrigins() {
      return hosts(process.env['NETWORK_ORIGINS'] ?? '');
    },
    get stageApps() {
      return requiredVariable('OAUTH_APPS');
    },
    get redirectOrigins() {
      const origins = requiredVariable('CONNECT_REDIRECT_ORIGINS');
      return origins === NO_REDIRECTS ? [] : hosts(origins);
    },
    get pageHost() {
      return requiredVariable('PAGE_HOST');
    },
    get notificationSender() {
      const sender = requiredVariable('NOTIFICATION_SENDER');
      return sender === NO_SENDER ? null : sender;
    },
    get messagingChannels() {
      return messagingChannels(requiredVariable('MESSAGING_CHANNELS'));
    },
    get templateChannels() {
      return messagingChannels(requiredVariable('MESSAGING_CHANNELS'));
    },
    get visitQueue() {
      return { url: requiredVariable('VISIT_QUEUE_URL'), environment: process.env };
    },
  };
  return provisions as ProvisionValues & Provisions<O>;
}

function hosts(value: string): readonly string[] {
  return value.split(',').flatMap((host) => host.trim() || []);
}

/** The value of a variable that must be set and not empty. @throws Error with its name */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Missing environment variable: ${name}`);
  return value;
}
