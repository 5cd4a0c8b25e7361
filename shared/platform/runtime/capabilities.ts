import type { SealContext } from '#shared/platform/core/secret-box.ts';

/**
 * What an operation may use. An operation lists its capabilities in `uses`; these tables say what each of them provides at run
 * time, and which IAM grants it needs. Infrastructure derives environment variables and policies from them, function entries
 * derive the values that they pass to the adapters, and nothing else is granted.
 */

/** Values that an entry passes to the adapters of an operation, each with the variable from which it is built. */
export const PROVISION_VARIABLES = {
  core: 'CORE_TABLE',
  deliveries: 'DELIVERY_TABLE',
  // Several capabilities share a KMS key or a bucket. Each has its own name for it, so no adapter gets it from another one.
  signingKeyId: 'SECRET_KEY_ID',
  accountKeyId: 'SECRET_KEY_ID',
  replayKeyId: 'SECRET_KEY_ID',
  pageTokenKeyId: 'SECRET_KEY_ID',
  putMediaBucket: 'MEDIA_BUCKET',
  keepMediaBucket: 'MEDIA_BUCKET',
  readMediaBucket: 'MEDIA_BUCKET',
  deleteMediaBucket: 'MEDIA_BUCKET',
  apiHosts: 'API_HOSTS',
  allowedHosts: 'WEBHOOK_ALLOWED_HOSTS',
  pageHost: 'PAGE_HOST',
} as const;

/** The name of a value that an entry passes to the adapters. */
export type Provision = keyof typeof PROVISION_VARIABLES;
export type ProvisionVariable = (typeof PROVISION_VARIABLES)[Provision];

/** What each capability provides. */
export const CAPABILITY_PROVISIONS = {
  'read-core': ['core'],
  /** Pages with their blocks, slugs, hosts and the encrypted key of page access tokens: no workspaces, members or keys. */
  'read-pages': ['core'],
  'read-pixels': ['core'],
  'write-core': ['core'],
  'write-visits': ['core'],
  'read-deliveries': ['deliveries'],
  'write-deliveries': ['deliveries'],
  'seal-signing-secret': ['signingKeyId'],
  /** Only `publish-post` can decrypt these ciphertexts. */
  'seal-account-credentials': ['accountKeyId'],
  'seal-replay': ['replayKeyId'],
  'open-replay': ['replayKeyId'],
  'seal-page-access-token': ['pageTokenKeyId'],
  'open-page-access-token': ['pageTokenKeyId'],
  /** Signing uploads. An upload can never overwrite a checked file. */
  'put-media': ['putMediaBucket'],
  /** Reading an upload and copying it to the checked files. */
  'keep-media': ['keepMediaBucket'],
  /** Signing URLs that read checked files. */
  'read-media': ['readMediaBucket'],
  'delete-media': ['deleteMediaBucket'],
  /** Checking an address that a customer enters, which includes rejecting the hosts of the API. */
  'check-addresses': ['apiHosts', 'allowedHosts'],
  /** Distinguishing the hosts of the API from the hosts of customers. */
  'api-hosts': ['apiHosts'],
  /** The host of pages without a custom domain. */
  'page-host': ['pageHost'],
} as const satisfies Readonly<Record<string, readonly Provision[]>>;

/** What an operation may use, as listed in its `uses`. */
export type Capability = keyof typeof CAPABILITY_PROVISIONS;

/** Variables that only the local stack sets: no template has them. */
export const LOCAL_VARIABLES = ['WEBHOOK_ALLOWED_HOSTS'] as const satisfies readonly ProvisionVariable[];

/** A variable that a deployed function can have. */
export type DeployedVariable = Exclude<ProvisionVariable, (typeof LOCAL_VARIABLES)[number]>;

/** The parts of an operation that decide what its function gets. */
export type CapabilityUser = {
  readonly uses: readonly Capability[];
  readonly access: { readonly kind: 'public' | 'key' };
};

/** The variables of an operation's function. Every operation with an API key reads the key from the core table. */
export function variablesOf({ uses, access }: CapabilityUser): readonly ProvisionVariable[] {
  const provisions: Provision[] = access.kind === 'key' ? ['core'] : [];
  provisions.push(...uses.flatMap((capability) => CAPABILITY_PROVISIONS[capability]));
  return [...new Set(provisions.map((provision) => PROVISION_VARIABLES[provision]))];
}

/** A resource as a grant references it; infrastructure replaces it by ARNs. */
export type GrantTarget =
  | 'core-table'
  | 'core-indexes'
  | 'core-by-owner'
  | 'delivery-table'
  | 'delivery-indexes'
  | 'secret-key'
  | 'uploads'
  | 'checked-files'
  | 'media-bucket';

/** One IAM statement. Actions are exact: none contains a wildcard. */
export type Grant = {
  readonly actions: readonly string[];
  readonly on: readonly GrantTarget[];
  /** Restricts the statement to partitions whose keys match one of these patterns. */
  readonly leadingKeys?: readonly string[];
  /** Restricts the statement to ciphertexts of this purpose. */
  readonly purpose?: SealContext['purpose'];
};

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** Transactions need no additional permission: IAM checks each of their actions separately. */
const WRITE_CORE = [
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];

/** The grants of each capability. */
const CAPABILITY_GRANTS: Readonly<Record<Capability, readonly Grant[]>> = {
  'read-core': [{ actions: READ, on: ['core-table', 'core-indexes'] }],
  // Pages, uniqueness items of slugs and hosts, and the encrypted key of page access tokens.
  'read-pages': [
    { actions: READ, on: ['core-table', 'core-by-owner'], leadingKeys: ['PG#*', 'S#*', 'H#*', 'VISIT#KEY'] },
  ],
  // Pixels share a partition with other items of their workspace, so the function can read by exact key only.
  'read-pixels': [{ actions: ['dynamodb:BatchGetItem'], on: ['core-table'], leadingKeys: ['W#*'] }],
  'write-core': [{ actions: WRITE_CORE, on: ['core-table'] }],
  'write-visits': [
    { actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'], on: ['core-table'], leadingKeys: ['VISIT#*'] },
  ],
  'read-deliveries': [{ actions: READ, on: ['delivery-table', 'delivery-indexes'] }],
  'write-deliveries': [{ actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'], on: ['delivery-table'] }],
  'seal-signing-secret': [{ actions: ['kms:Encrypt'], on: ['secret-key'], purpose: 'signing' }],
  'seal-account-credentials': [{ actions: ['kms:Encrypt'], on: ['secret-key'], purpose: 'account' }],
  'seal-replay': [{ actions: ['kms:Encrypt'], on: ['secret-key'], purpose: 'replay' }],
  'open-replay': [{ actions: ['kms:Decrypt'], on: ['secret-key'], purpose: 'replay' }],
  'seal-page-access-token': [{ actions: ['kms:Encrypt'], on: ['secret-key'], purpose: 'page-access-token' }],
  'open-page-access-token': [{ actions: ['kms:Decrypt'], on: ['secret-key'], purpose: 'page-access-token' }],
  'put-media': [{ actions: ['s3:PutObject'], on: ['uploads'] }],
  'keep-media': [
    { actions: ['s3:GetObject'], on: ['uploads'] },
    { actions: ['s3:PutObject'], on: ['checked-files'] },
    // Without it S3 returns 403 for a missing object, the same as for a missing permission.
    { actions: ['s3:ListBucket'], on: ['media-bucket'] },
  ],
  'read-media': [{ actions: ['s3:GetObject'], on: ['checked-files'] }],
  'delete-media': [{ actions: ['s3:DeleteObject'], on: ['uploads', 'checked-files'] }],
  'check-addresses': [],
  'api-hosts': [],
  'page-host': [],
};

/** All grants of an operation: its capabilities and, if it requires an API key, access to key items. */
export function grantsOf(operation: CapabilityUser): readonly Grant[] {
  return [
    ...operation.uses.flatMap((capability) => CAPABILITY_GRANTS[capability]),
    ...authenticationGrants(operation),
  ];
}

/** Authentication reads the key item by its hash, records its last use and counts requests. */
function authenticationGrants({ access, uses }: CapabilityUser): readonly Grant[] {
  if (access.kind !== 'key' || uses.includes('write-core')) return [];
  const actions = uses.includes('read-core')
    ? ['dynamodb:UpdateItem']
    : ['dynamodb:GetItem', 'dynamodb:UpdateItem'];
  return [
    { actions, on: ['core-table'], leadingKeys: ['K#*'] },
    { actions: ['dynamodb:UpdateItem'], on: ['core-table'], leadingKeys: ['RL#*'] },
  ];
}
