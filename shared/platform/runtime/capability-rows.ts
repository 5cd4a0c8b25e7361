import type { SealContext } from '#shared/platform/core/secret-box.ts';

/** A resource as a grant references it; infrastructure replaces it by ARNs. */
export type GrantTarget =
  | 'core-table'
  | 'core-by-owner'
  | 'core-by-due'
  | 'delivery-table'
  | 'delivery-by-open'
  | 'delivery-by-due'
  | 'secret-key'
  | `${string}-queue`
  | `${string}-schedules`
  | `${string}-schedule-role`
  | 'uploads'
  | 'checked-files'
  | 'exports'
  | 'contact-exports'
  | 'imports'
  | 'media-bucket'
  | 'sms-numbers'
  | 'sms-configuration'
  | 'whatsapp-numbers'
  | 'whatsapp-accounts'
  | 'mail-sender';

/** One IAM statement. Actions are exact: none contains a wildcard. */
export type Grant = {
  readonly actions: readonly string[];
  readonly on: GrantTarget | readonly GrantTarget[];
  /** Restricts the statement to partitions whose keys match one of these patterns. */
  readonly leadingKeys?: readonly string[];
  /** Excludes partitions whose keys match one of these patterns, from a statement that is not restricted to partitions. */
  readonly exceptKeys?: readonly string[];
  /** Restricts the statement to requests that use no other attributes and return no others. */
  readonly attributes?: readonly string[];
  /** Restricts the statement to ciphertexts of this purpose. */
  readonly purpose?: SealContext['purpose'];
  /** Restricts the statement to phone numbers that belong to a workspace. */
  readonly assigned?: true;
  /** Restricts the statement to passing a role to EventBridge Scheduler. */
  readonly passedToScheduler?: true;
};

/** The partitions of one kind of item, or of one kind of entry in an index. */
export type KeyShape = {
  readonly table: 'core' | 'deliveries';
  /** The index, for partitions that exist only in an index. */
  readonly index?: 'by-owner' | 'by-due' | 'by-open';
  /** Matches the partition keys of the shape, as in `StringLike` of IAM, and no partition key of another shape. */
  readonly partitions: string;
  /** The functions that build these keys, in the `store/keys.ts` of the product or in `sequential-keys.ts`. */
  readonly keys: readonly string[];
};

/** What a capability provides at run time (`provision-variables.ts`), and which grants it needs. */
export type CapabilityRow = { readonly provides: readonly string[]; readonly grants: readonly Grant[] };

/** The capabilities of one product. */
export type CapabilityRows = {
  /**
   * The shapes of partition keys. A grant restricts a function to shapes, so items that different functions access have different
   * shapes. The first word of a key identifies its shape, so no pattern needs to know the form of an id.
   */
  readonly shapes: Readonly<Record<string, KeyShape>>;
  /** The work queues. Each has a dead-letter queue. */
  readonly queues: readonly string[];
  /** All other capabilities by name. */
  readonly services: Readonly<Record<string, CapabilityRow>>;
};

type Purpose = SealContext['purpose'];

/** The partitions of the key pairs of all purposes. */
export const ALL_BUCKET_KEYS = 'BUCKET#*';

/** The key pairs of a purpose, which are items of the core table. */
export function bucketKeys<const P extends Purpose>(purpose: P) {
  return { table: 'core', partitions: `BUCKET#${purpose}#*`, keys: ['bucketKeyKey'] } as const;
}

/**
 * The grants of a function that encrypts for a purpose: it reads the key pair of a bucket, and creates the first one. `PutItem` without
 * `UpdateItem` and `DeleteItem`: the code puts a pair under the condition that it is new, which IAM cannot require.
 */
export function sealing(purpose: Purpose): readonly Grant[] {
  return [
    { actions: ['kms:Encrypt'], on: 'secret-key', purpose },
    onBucketKeys(purpose, ['dynamodb:GetItem', 'dynamodb:PutItem']),
  ];
}

/** The grants of a function that decrypts for a purpose. Only `kms:Decrypt` opens a private key. */
export function opening(purpose: Purpose): readonly Grant[] {
  return [
    { actions: ['kms:Decrypt'], on: 'secret-key', purpose },
    onBucketKeys(purpose, ['dynamodb:GetItem']),
  ];
}

function onBucketKeys(purpose: Purpose, actions: readonly string[]): Grant {
  return { actions, on: 'core-table', leadingKeys: [bucketKeys(purpose).partitions] };
}
