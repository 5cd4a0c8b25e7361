import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StageConfig } from '#infra/config.ts';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { grantsOf } from '#shared/platform/runtime/capabilities.ts';
import {
  type Grant,
  type GrantTarget,
  type ItemCapability,
  itemGrants,
} from '#shared/platform/runtime/item-capabilities.ts';
import { CORE_TABLE, DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { DataResources, OperationResources } from './data-resources.ts';
import { CHECKED, CONTACT_EXPORTS, EXPORTS, IMPORTS, UPLOADS } from './media-bucket.ts';

const [BY_OWNER, CORE_BY_DUE] = CORE_TABLE.indexes;
const [BY_OPEN, DELIVERIES_BY_DUE] = DELIVERY_TABLE.indexes;

/** The statements of an operation's grants. A stage that sends no messages grants nothing of the services that send them. */
export function statementsFor(
  operation: Operation,
  resources: OperationResources,
  { messaging }: Pick<StageConfig, 'messaging'>,
): readonly PolicyStatement[] {
  const granted = grantsOf(operation).filter(
    ({ on }) =>
      !MESSAGING_TARGETS.has(on) || (messaging !== null && (on === 'sms-numbers' || messaging.whatsapp)),
  );
  return toStatements(granted, { ...arnsOf(resources), 'visit-queue': resources.visitQueue.queueArn });
}

const MESSAGING_TARGETS: ReadonlySet<GrantTarget> = new Set([
  'sms-numbers',
  'whatsapp-numbers',
  'whatsapp-accounts',
]);

/** The statements of access to items, for functions that are no operations. */
export function allowItems(
  resources: DataResources,
  ...capabilities: readonly ItemCapability[]
): readonly PolicyStatement[] {
  return toStatements(itemGrants(capabilities), arnsOf(resources));
}

/** Updates of items that use and return no other attributes than these, besides the keys. */
export function allowUpdating(
  resources: DataResources,
  attributes: readonly string[],
  ...capabilities: readonly Extract<ItemCapability, `update-${string}`>[]
): readonly PolicyStatement[] {
  const grants = itemGrants(capabilities);
  return toStatements(
    grants.map((grant) => ({ ...grant, attributes: ['pk', 'sk', ...attributes] })),
    arnsOf(resources),
  );
}

type Arns = Readonly<Partial<Record<GrantTarget, string>>>;

function toStatements(grants: readonly Grant[], arns: Arns): readonly PolicyStatement[] {
  return grants.map(({ actions, on, ...limits }) => {
    const arn = arns[on];
    if (arn === undefined)
      throw new Error(`The grant names a resource that the function does not get: ${on}`);
    return allow(actions, [arn], conditionsOf(limits));
  });
}

function arnsOf({ coreTable, deliveryTable, secretKey, mediaBucket }: DataResources): Arns {
  const numbers = messagingArns(Stack.of(coreTable));
  return {
    'core-table': coreTable.tableArn,
    'core-by-owner': `${coreTable.tableArn}/index/${BY_OWNER.name}`,
    'core-by-due': `${coreTable.tableArn}/index/${CORE_BY_DUE.name}`,
    'delivery-table': deliveryTable.tableArn,
    'delivery-by-open': `${deliveryTable.tableArn}/index/${BY_OPEN.name}`,
    'delivery-by-due': `${deliveryTable.tableArn}/index/${DELIVERIES_BY_DUE.name}`,
    'secret-key': secretKey.keyArn,
    uploads: mediaBucket.arnForObjects(UPLOADS),
    'checked-files': mediaBucket.arnForObjects(CHECKED),
    exports: mediaBucket.arnForObjects(EXPORTS),
    'contact-exports': mediaBucket.arnForObjects(CONTACT_EXPORTS),
    imports: mediaBucket.arnForObjects(IMPORTS),
    'media-bucket': mediaBucket.bucketArn,
    'sms-numbers': numbers.smsNumbers,
    'whatsapp-numbers': numbers.whatsappNumbers,
    'whatsapp-accounts': numbers.whatsappAccounts,
  };
}

/** The numbers and accounts of an AWS account, whose ids only AWS knows. */
export function messagingArns({ partition, region, account }: Stack) {
  const arn = (service: string, resource: string) =>
    `arn:${partition}:${service}:${region}:${account}:${resource}`;
  return {
    smsNumbers: arn('sms-voice', 'phone-number/*'),
    whatsappNumbers: arn('social-messaging', 'phone-number-id/*'),
    whatsappAccounts: arn('social-messaging', 'waba/*'),
    smsConfigurationSet: (name: string) => arn('sms-voice', `configuration-set/${name}`),
    protectConfiguration: (id: string) => arn('sms-voice', `protect-configuration/${id}`),
  };
}

type Limits = Pick<Grant, 'leadingKeys' | 'attributes' | 'purpose'>;
type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * `ForAllValues` also holds for a request without the values, such as a scan, so `Null` requires them. The attributes of a
 * request do not include those of the response: the values that an update returns are limited separately.
 */
function conditionsOf({ leadingKeys, attributes, purpose }: Limits): Conditions {
  if (purpose !== undefined) return forPurpose(purpose);
  if (leadingKeys === undefined) return {};
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
    Null: { 'dynamodb:LeadingKeys': 'false', ...(attributes && { 'dynamodb:Attributes': 'false' }) },
    ...(attributes && {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    }),
  };
}

/** One Allow statement. Actions and resources are exact; a wildcard needs an entry in test/infra/policies/wildcards.ts. */
export function allow(
  actions: readonly string[],
  resources: readonly string[],
  conditions: Conditions = {},
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

/** Decrypting ciphertexts of one purpose and no other. */
export function allowOpening(key: IKey, purpose: SealContext['purpose']): PolicyStatement {
  return allow(['kms:Decrypt'], [key.keyArn], forPurpose(purpose));
}

/** Encrypting for one purpose and no other. */
export function allowSealing(key: IKey, purpose: SealContext['purpose']): PolicyStatement {
  return allow(['kms:Encrypt'], [key.keyArn], forPurpose(purpose));
}

function forPurpose(purpose: SealContext['purpose']): Record<string, Record<string, string>> {
  return { StringEquals: { 'kms:EncryptionContext:purpose': purpose } };
}
