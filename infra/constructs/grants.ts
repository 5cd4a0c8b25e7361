import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { grantsOf, type GrantTarget } from '#shared/platform/runtime/capabilities.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { DataResources } from './data-resources.ts';
import { CHECKED, UPLOADS } from './media-bucket.ts';
import type { WorkspaceTable } from './workspace-table.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** The statements of an operation's grants. */
export function statementsFor(operation: Operation, resources: DataResources): readonly PolicyStatement[] {
  const arns = arnsOf(resources);
  return grantsOf(operation).map(({ actions, on, leadingKeys, purpose }) =>
    allow(
      actions,
      on.flatMap((target) => arns[target]),
      { ...(leadingKeys && leading(leadingKeys)), ...(purpose && forPurpose(purpose)) },
    ),
  );
}

function arnsOf({
  coreTable,
  deliveryTable,
  secretKey,
  mediaBucket,
}: DataResources): Readonly<Record<GrantTarget, readonly string[]>> {
  return {
    'core-table': [coreTable.tableArn],
    'core-indexes': coreTable.indexArns,
    'core-by-owner': [`${coreTable.tableArn}/index/${BY_OWNER.name}`],
    'delivery-table': [deliveryTable.tableArn],
    'delivery-indexes': deliveryTable.indexArns,
    'secret-key': [secretKey.keyArn],
    uploads: [mediaBucket.arnForObjects(UPLOADS)],
    'checked-files': [mediaBucket.arnForObjects(CHECKED)],
    'media-bucket': [mediaBucket.bucketArn],
  };
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

/** Recording an endpoint's health in its delivery target; no item outside the partitions of endpoints. */
export function allowNotingHealth(coreTable: WorkspaceTable): PolicyStatement {
  return allow(['dynamodb:UpdateItem'], [coreTable.tableArn], leading(['E#*']));
}

/** Decrypting ciphertexts of one purpose and no other. */
export function allowOpening(key: IKey, purpose: SealContext['purpose']): PolicyStatement {
  return allow(['kms:Decrypt'], [key.keyArn], forPurpose(purpose));
}

function forPurpose(purpose: SealContext['purpose']): Record<string, Record<string, string>> {
  return { StringEquals: { 'kms:EncryptionContext:purpose': purpose } };
}

/** Restricts a statement to partitions of a table or an index whose keys match one of these patterns. */
export function leading(keys: readonly string[]): Record<string, Record<string, readonly string[]>> {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
}
