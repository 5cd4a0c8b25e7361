import {
  type Grant,
  type ItemCapability,
  isItemCapability,
  itemGrants,
  tableOf,
} from './item-capabilities.ts';
import { KEY_SHAPES } from './key-shapes.ts';

/**
 * What an operation may use. An operation lists its capabilities in `uses`. Capabilities to read and write items are in
 * `item-capabilities.ts`; for all others, these tables say what each provides at run time, and which IAM grants it needs.
 * Infrastructure derives environment variables and policies from them, function entries derive the values that they pass to
 * the adapters, and nothing else is granted.
 */

/** Values that an entry passes to the adapters of an operation, each with the variable from which it is built. */
export const PROVISION_VARIABLES = {
  core: 'CORE_TABLE',
  deliveries: 'DELIVERY_TABLE',
  // Several capabilities share a KMS key or a bucket, each under a name of its own. An adapter therefore cannot get the
  // value from a capability that was declared for another one.
  signingKey: 'SECRET_KEY_ID',
  notificationKey: 'SECRET_KEY_ID',
  accountKey: 'SECRET_KEY_ID',
  replayKey: 'SECRET_KEY_ID',
  oauthAppKey: 'SECRET_KEY_ID',
  connectKey: 'SECRET_KEY_ID',
  pageTokenKey: 'SECRET_KEY_ID',
  visitorKey: 'SECRET_KEY_ID',
  putMediaBucket: 'MEDIA_BUCKET',
  keepMediaBucket: 'MEDIA_BUCKET',
  storeMediaBucket: 'MEDIA_BUCKET',
  readMediaBucket: 'MEDIA_BUCKET',
  exportsBucket: 'MEDIA_BUCKET',
  contactExportsBucket: 'MEDIA_BUCKET',
  putImportsBucket: 'MEDIA_BUCKET',
  readImportsBucket: 'MEDIA_BUCKET',
  deleteMediaBucket: 'MEDIA_BUCKET',
  uploadBucket: 'MEDIA_BUCKET',
  apiHosts: 'API_HOSTS',
  consoleHosts: 'CONSOLE_HOSTS',
  consoleFrameOrigins: 'CONSOLE_FRAME_ORIGINS',
  allowedHosts: 'WEBHOOK_ALLOWED_HOSTS',
  networkOrigins: 'NETWORK_ORIGINS',
  stageApps: 'OAUTH_APPS',
  redirectOrigins: 'CONNECT_REDIRECT_ORIGINS',
  pageHost: 'PAGE_HOST',
  notificationSender: 'NOTIFICATION_SENDER',
  messagingChannels: 'MESSAGING_CHANNELS',
  templateChannels: 'MESSAGING_CHANNELS',
  visitQueue: 'VISIT_QUEUE_URL',
} as const;

/** The name of a value that an entry passes to the adapters. */
export type Provision = keyof typeof PROVISION_VARIABLES;
export type ProvisionVariable = (typeof PROVISION_VARIABLES)[Provision];

/** What each capability provides, apart from capabilities to read and write items. */
export const CAPABILITY_PROVISIONS = {
  'seal-signing-secret': ['signingKey'],
  /** Only `send-notification` can decrypt these ciphertexts. */
  'seal-notification-secret': ['notificationKey'],
  /** Only `publish-post` and `remove-publications` can decrypt these ciphertexts. */
  'seal-account-credentials': ['accountKey'],
  'seal-oauth-secret': ['oauthAppKey'],
  /** Also the secrets of the apps of the stage. */
  'open-oauth-secret': ['oauthAppKey'],
  'seal-connect-state': ['connectKey'],
  'open-connect-state': ['connectKey'],
  'seal-connect-code': ['connectKey'],
  'open-connect-code': ['connectKey'],
  /** The apps of the stage at networks. */
  'stage-apps': ['stageApps'],
  /** The origins to which the callback of an authorisation may redirect, besides the console. */
  'connect-redirects': ['redirectOrigins'],
  'seal-replay': ['replayKey'],
  'open-replay': ['replayKey'],
  'seal-page-access-token': ['pageTokenKey'],
  'open-page-access-token': ['pageTokenKey'],
  'seal-visitor-salt': ['visitorKey'],
  'open-visitor-salt': ['visitorKey'],
  /** Sending visits of pages to `count-visits`. */
  'send-visits': ['visitQueue'],
  /** Signing uploads. An upload can never overwrite a checked file. */
  'put-media': ['putMediaBucket'],
  /** Reading an upload and copying it to the checked files. */
  'keep-media': ['keepMediaBucket'],
  /** Storing a file that the operation itself has checked. */
  'store-media': ['storeMediaBucket'],
  /** Signing URLs that read checked files. */
  'read-media': ['readMediaBucket'],
  /** Signing URLs that read exports. */
  'read-exports': ['exportsBucket'],
  /** Signing URLs that read exports of contacts only. */
  'read-contact-exports': ['contactExportsBucket'],
  /** Signing uploads of files of imports. */
  'put-imports': ['putImportsBucket'],
  /** Reading files of imports. */
  'read-imports': ['readImportsBucket'],
  'delete-media': ['deleteMediaBucket'],
  /** The origin to which browsers send uploads. */
  'upload-origin': ['uploadBucket'],
  /** Checking an address that a customer enters, which includes rejecting the hosts of the API. */
  'check-addresses': ['apiHosts', 'allowedHosts'],
  /** Verifying credentials with the social networks, and their authorisation servers. */
  'call-networks': ['networkOrigins'],
  /** Distinguishing the hosts of the API from the hosts of customers. */
  'api-hosts': ['apiHosts'],
  /** The hosts that serve the console: those of the API without the host of pages. */
  'console-hosts': ['consoleHosts'],
  /** The origins whose pages may show the console in a frame. */
  'console-frames': ['consoleFrameOrigins'],
  /** The host of pages without a custom domain. */
  'page-host': ['pageHost'],
  /** Whether the stage has a sender of mail. Only `send-notification` sends mail. */
  'check-mail-sender': ['notificationSender'],
  /** Reading what AWS knows about a phone number. */
  'describe-numbers': ['messagingChannels'],
  /** Reading the templates of a WhatsApp Business account. */
  'list-templates': ['templateChannels'],
} as const satisfies Readonly<Record<string, readonly Provision[]>>;

type ServiceCapability = keyof typeof CAPABILITY_PROVISIONS;

/** What an operation may use, as listed in its `uses`. */
export type Capability = ItemCapability | ServiceCapability;

/** The values that a capability provides. A capability to read or write items provides their table. */
export function provisionsOf(capability: Capability): readonly Provision[] {
  return isItemCapability(capability) ? [tableOf(capability)] : CAPABILITY_PROVISIONS[capability];
}

/** Variables that only the local stack sets: no template has them. */
export const LOCAL_VARIABLES = [
  'WEBHOOK_ALLOWED_HOSTS',
  'NETWORK_ORIGINS',
] as const satisfies readonly ProvisionVariable[];

/** A variable that a deployed function can have. */
export type DeployedVariable = Exclude<ProvisionVariable, (typeof LOCAL_VARIABLES)[number]>;

/** The parts of an operation that decide what its function gets. */
export type CapabilityUser = {
  readonly uses: readonly Capability[];
  readonly access: { readonly kind: 'public' | 'key' };
  readonly routes: readonly { readonly method: string }[];
  readonly checksKeyOnWrite?: true | 'some';
};

/** The variables of an operation's function. Every operation with an API key reads the key from the core table. */
export function variablesOf({ uses, access }: CapabilityUser): readonly ProvisionVariable[] {
  const provisions: Provision[] = access.kind === 'key' ? ['core'] : [];
  provisions.push(...uses.flatMap(provisionsOf));
  return [...new Set(provisions.map((provision) => PROVISION_VARIABLES[provision]))];
}

/** The grants of each capability, apart from capabilities to read and write items. */
const CAPABILITY_GRANTS: Readonly<Record<ServiceCapability, readonly Grant[]>> = {
  'seal-signing-secret': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'signing' }],
  'seal-notification-secret': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'notification' }],
  'seal-account-credentials': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'account' }],
  'seal-oauth-secret': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'oauth-app' }],
  'open-oauth-secret': [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'oauth-app' }],
  'seal-connect-state': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'connect-state' }],
  'open-connect-state': [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'connect-state' }],
  'seal-connect-code': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'connect-code' }],
  'open-connect-code': [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'connect-code' }],
  'stage-apps': [],
  'connect-redirects': [],
  'seal-replay': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'replay' }],
  'open-replay': [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'replay' }],
  'seal-page-access-token': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'page-access-token' }],
  'open-page-access-token': [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'page-access-token' }],
  'seal-visitor-salt': [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'visitor-salt' }],
  'open-visitor-salt': [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'visitor-salt' }],
  'send-visits': [{ actions: ['sqs:SendMessage'], on: 'visit-queue' }],
  'put-media': [{ actions: ['s3:PutObject'], on: 'uploads' }],
  'keep-media': [
    { actions: ['s3:GetObject'], on: 'uploads' },
    { actions: ['s3:PutObject'], on: 'checked-files' },
    // Without it S3 returns 403 for a missing object, the same as for a missing permission.
    { actions: ['s3:ListBucket'], on: 'media-bucket' },
  ],
  'store-media': [{ actions: ['s3:PutObject', 's3:DeleteObject'], on: 'checked-files' }],
  'read-media': [{ actions: ['s3:GetObject'], on: 'checked-files' }],
  'read-exports': [{ actions: ['s3:GetObject'], on: 'exports' }],
  'read-contact-exports': [{ actions: ['s3:GetObject'], on: 'contact-exports' }],
  'put-imports': [{ actions: ['s3:PutObject'], on: 'imports' }],
  'read-imports': [
    { actions: ['s3:GetObject'], on: 'imports' },
    // Without it S3 returns 403 for a missing object, the same as for a missing permission.
    { actions: ['s3:ListBucket'], on: 'media-bucket' },
  ],
  'delete-media': [
    { actions: ['s3:DeleteObject'], on: 'uploads' },
    { actions: ['s3:DeleteObject'], on: 'checked-files' },
  ],
  'upload-origin': [],
  'check-addresses': [],
  'call-networks': [],
  'api-hosts': [],
  'console-hosts': [],
  'console-frames': [],
  'page-host': [],
  'check-mail-sender': [],
  'describe-numbers': [
    { actions: ['sms-voice:DescribePhoneNumbers', 'sms-voice:ListTagsForResource'], on: 'sms-numbers' },
    {
      actions: [
        'social-messaging:GetLinkedWhatsAppBusinessAccountPhoneNumber',
        'social-messaging:ListTagsForResource',
      ],
      on: 'whatsapp-numbers',
    },
  ],
  'list-templates': [{ actions: ['social-messaging:ListWhatsAppMessageTemplates'], on: 'whatsapp-accounts' }],
};

/** All grants of an operation: its capabilities, and those that the HTTP pipeline needs for every operation of its kind. */
export function grantsOf(operation: CapabilityUser): readonly Grant[] {
  const { uses } = operation;
  const items = [...uses.filter(isItemCapability), ...pipelineAccess(operation)];
  return [
    ...uses.flatMap((capability) => (isItemCapability(capability) ? [] : CAPABILITY_GRANTS[capability])),
    ...itemGrants(items),
    ...(operation.access.kind === 'key' && !items.includes('update-api-keys') ? [RECORD_KEY_USE] : []),
  ];
}

/**
 * The items that the pipeline reads and writes: the API key of the request, which a command can require to be unchanged, the
 * counters of its requests, and the stored responses of a POST.
 */
function pipelineAccess({ access, routes, checksKeyOnWrite }: CapabilityUser): readonly ItemCapability[] {
  if (access.kind !== 'key') return [];
  return [
    'get-api-keys',
    'update-rate-counters',
    ...(checksKeyOnWrite ? (['check-api-keys'] as const) : []),
    ...(routes.some(({ method }) => method === 'POST')
      ? (['get-idempotency-records', 'put-idempotency-records'] as const)
      : []),
  ];
}

/**
 * Authentication records the last use of a key. An update can create an item, so the grant allows no other attribute than the
 * time of the last use: an item that has only this attribute is not a valid key.
 */
const RECORD_KEY_USE: Grant = {
  actions: ['dynamodb:UpdateItem'],
  on: 'core-table',
  leadingKeys: [KEY_SHAPES['api-keys'].partitions],
  attributes: ['pk', 'sk', 'lastUsedAt'],
};
