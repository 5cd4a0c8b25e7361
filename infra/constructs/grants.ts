import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Capability, Operation } from '#shared/platform/http/operation.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { CHECKED, UPLOADS } from './media-bucket.ts';
import type { WorkspaceTable } from './workspace-table.ts';

/** The resources to which capabilities give access. */
export type SharedResources = {
  readonly coreTable: WorkspaceTable;
  readonly deliveryTable: WorkspaceTable;
  readonly secretKey: IKey;
  readonly mediaBucket: Bucket;
};

/** Purpose in the encryption context: a ciphertext of one purpose can never be decrypted for another. */
type SealPurpose = 'signing' | 'replay' | 'page-pass' | 'account';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** Transactions need no additional permission: IAM checks each of their actions separately. */
const WRITE_CORE = [
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];

/** What visitors' requests read: pages, uniqueness items of slugs and hosts, and the encrypted key of page access tokens. */
const PAGE_ITEMS = ['PG#*', 'S#*', 'H#*', 'VISIT#KEY'];

const [BY_OWNER] = CORE_TABLE.indexes;

type Grant = (resources: SharedResources) => PolicyStatement | readonly PolicyStatement[];

const GRANTS: Readonly<Record<Capability, Grant>> = {
  'read-core': ({ coreTable }) => allow(READ, [coreTable.tableArn, ...coreTable.indexArns]),
  'read-pages': ({ coreTable }) =>
    allow(READ, [coreTable.tableArn, `${coreTable.tableArn}/index/${BY_OWNER.name}`], leading(PAGE_ITEMS)),
  // Pixels share a partition with other items of their workspace, so the function can read by exact key only.
  'read-pixels': ({ coreTable }) => allow(['dynamodb:BatchGetItem'], [coreTable.tableArn], leading(['W#*'])),
  'write-core': ({ coreTable }) => allow(WRITE_CORE, [coreTable.tableArn]),
  'read-deliveries': ({ deliveryTable }) => allow(READ, [deliveryTable.tableArn, ...deliveryTable.indexArns]),
  'write-deliveries': ({ deliveryTable }) =>
    allow(['dynamodb:PutItem', 'dynamodb:UpdateItem'], [deliveryTable.tableArn]),
  'seal-signing-secret': ({ secretKey }) => allowSealing(secretKey, 'signing'),
  'seal-account-credentials': ({ secretKey }) => allowSealing(secretKey, 'account'),
  'seal-replay': ({ secretKey }) => allowSealing(secretKey, 'replay'),
  'open-replay': ({ secretKey }) => allowOpening(secretKey, 'replay'),
  'write-visits': ({ coreTable }) =>
    allow(['dynamodb:PutItem', 'dynamodb:UpdateItem'], [coreTable.tableArn], leading(['VISIT#*'])),
  'seal-page-pass': ({ secretKey }) => allowSealing(secretKey, 'page-pass'),
  'open-page-pass': ({ secretKey }) => allowOpening(secretKey, 'page-pass'),
  'put-media': ({ mediaBucket }) => allow(['s3:PutObject'], [mediaBucket.arnForObjects(UPLOADS)]),
  'keep-media': ({ mediaBucket }) => [
    allow(['s3:GetObject'], [mediaBucket.arnForObjects(UPLOADS)]),
    allow(['s3:PutObject'], [mediaBucket.arnForObjects(CHECKED)]),
    // Without it S3 returns 403 for a missing object, the same as for a missing permission.
    allow(['s3:ListBucket'], [mediaBucket.bucketArn]),
  ],
  'read-media': ({ mediaBucket }) => allowReadingMedia(mediaBucket),
  'delete-media': ({ mediaBucket }) =>
    allow(['s3:DeleteObject'], [mediaBucket.arnForObjects(UPLOADS), mediaBucket.arnForObjects(CHECKED)]),
};

/** All statements of an operation: its capabilities and, if it requires an API key, access to key items. */
export function statementsFor(operation: Operation, resources: SharedResources): readonly PolicyStatement[] {
  return [
    ...operation.uses.flatMap((capability) => GRANTS[capability](resources)),
    ...authenticationStatements(operation, resources),
  ];
}

/** One Allow statement. Actions and resources are exact; a wildcard needs an entry in test/infra/wildcards.ts. */
export function allow(
  actions: readonly string[],
  resources: readonly string[],
  conditions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [...resources], conditions });
}

export function allowSending(...queues: readonly IQueue[]): PolicyStatement {
  return allow(
    ['sqs:SendMessage'],
    queues.map((queue) => queue.queueArn),
  );
}

/** Reading checked files, directly or through URLs that the function signs. */
export function allowReadingMedia(mediaBucket: Bucket): PolicyStatement {
  return allow(['s3:GetObject'], [mediaBucket.arnForObjects(CHECKED)]);
}

/** Recording an endpoint's health in its delivery view; no item outside the partitions of endpoints. */
export function allowNotingHealth(coreTable: WorkspaceTable): PolicyStatement {
  return allow(['dynamodb:UpdateItem'], [coreTable.tableArn], leading(['E#*']));
}

/** Decrypting ciphertexts of one purpose and no other. */
export function allowOpening(key: IKey, purpose: SealPurpose): PolicyStatement {
  return allow(['kms:Decrypt'], [key.keyArn], forPurpose(purpose));
}

function allowSealing(key: IKey, purpose: SealPurpose): PolicyStatement {
  return allow(['kms:Encrypt'], [key.keyArn], forPurpose(purpose));
}

function forPurpose(purpose: SealPurpose): Record<string, Record<string, string>> {
  return { StringEquals: { 'kms:EncryptionContext:purpose': purpose } };
}

/** Authentication reads the key item by its hash and records its last use; both are restricted to key items. */
function authenticationStatements(
  { access, uses }: Operation,
  { coreTable }: SharedResources,
): PolicyStatement[] {
  if (access.kind !== 'key' || uses.includes('write-core')) return [];
  const actions = uses.includes('read-core')
    ? ['dynamodb:UpdateItem']
    : ['dynamodb:GetItem', 'dynamodb:UpdateItem'];
  return [allow(actions, [coreTable.tableArn], leading(['K#*']))];
}

/** Restricts a statement to partitions of a table or an index whose keys match one of these patterns. */
export function leading(keys: readonly string[]): Record<string, Record<string, readonly string[]>> {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
}
