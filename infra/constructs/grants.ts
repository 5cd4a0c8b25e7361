import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { CHECKED, UPLOADS } from './media-bucket.ts';
import type { Capability, Operation } from '#shared/platform/http/operation.ts';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { WorkspaceTable } from './workspace-table.ts';

/** The resources an operation's capabilities are about. */
export type SharedResources = {
  readonly coreTable: WorkspaceTable;
  readonly deliveryTable: WorkspaceTable;
  readonly secretKey: IKey;
  readonly mediaBucket: Bucket;
};

/** Purpose in the encryption context: what is sealed for one can never be opened for the other (R8). */
type SealPurpose = 'signing' | 'replay' | 'page-pass' | 'account';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** Transactions need no permission of their own: each of their actions is checked as if it came alone. */
const WRITE_CORE = [
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];

/** What visitors' requests read: pages, claims of slugs and hosts, and the sealed key of passes. */
const PAGE_ITEMS = ['PG#*', 'S#*', 'H#*', 'VISIT#KEY'];

const [BY_OWNER] = CORE_TABLE.indexes;

type Grant = (resources: SharedResources) => PolicyStatement | readonly PolicyStatement[];

const GRANTS: Readonly<Record<Capability, Grant>> = {
  'read-core': ({ coreTable }) => allow(READ, [coreTable.tableArn, ...coreTable.indexArns]),
  'read-pages': ({ coreTable }) =>
    allow(READ, [coreTable.tableArn, `${coreTable.tableArn}/index/${BY_OWNER.name}`], leading(PAGE_ITEMS)),
  // Pixels lie among other items of their workspace, so their function can read by exact key only.
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
    // Who may not list is told 403 of a file that is not there, and could not tell that from a missing permission.
    allow(['s3:ListBucket'], [mediaBucket.bucketArn]),
  ],
  'read-media': ({ mediaBucket }) => allowReadingMedia(mediaBucket),
  'delete-media': ({ mediaBucket }) =>
    allow(['s3:DeleteObject'], [mediaBucket.arnForObjects(UPLOADS), mediaBucket.arnForObjects(CHECKED)]),
};

/** Everything an operation may touch: its capabilities and, if it takes a key, reading and stamping key items. */
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

/** Reading files that were checked, in requests of one's own or by URLs one signs. */
export function allowReadingMedia(mediaBucket: Bucket): PolicyStatement {
  return allow(['s3:GetObject'], [mediaBucket.arnForObjects(CHECKED)]);
}

/** Noting what was learned of an endpoint in its delivery view; no item outside endpoints' partitions. */
export function allowNotingHealth(coreTable: WorkspaceTable): PolicyStatement {
  return allow(['dynamodb:UpdateItem'], [coreTable.tableArn], leading(['E#*']));
}

/** Decrypting what was sealed for one purpose and nothing else. */
export function allowOpening(key: IKey, purpose: SealPurpose): PolicyStatement {
  return allow(['kms:Decrypt'], [key.keyArn], forPurpose(purpose));
}

function allowSealing(key: IKey, purpose: SealPurpose): PolicyStatement {
  return allow(['kms:Encrypt'], [key.keyArn], forPurpose(purpose));
}

function forPurpose(purpose: SealPurpose): Record<string, Record<string, string>> {
  return { StringEquals: { 'kms:EncryptionContext:purpose': purpose } };
}

/** Authentication reads the key item by its hash and stamps its last use; both are confined to key items. */
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

/** Confines a statement to partitions, of a table or of an index, whose keys are like one of these. */
export function leading(keys: readonly string[]): Record<string, Record<string, readonly string[]>> {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
}
