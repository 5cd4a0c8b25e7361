import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { CAPABILITIES } from '#functions/capabilities.ts';
import type { StageConfig } from '#infra/config.ts';
import type { CapabilityUser } from '#shared/platform/runtime/capability-engine.ts';
import type { Grant, GrantTarget } from '#shared/platform/runtime/capability-rows.ts';
import { CORE_TABLE, DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { FunctionResources } from './data-resources.ts';
import { CHECKED, CONTACT_EXPORTS, EXPORTS, IMPORTS, UPLOADS } from './media-bucket.ts';

const [BY_OWNER, CORE_BY_DUE] = CORE_TABLE.indexes;
const [BY_OPEN, DELIVERIES_BY_DUE] = DELIVERY_TABLE.indexes;

type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The resources of a grant. */
type Target = { readonly arns: readonly string[]; readonly conditions?: Conditions };

/** The statements of what a function declares. A stage that does not use a service grants nothing of it. */
export function statementsFor(
  declared: CapabilityUser,
  resources: FunctionResources,
  config: Pick<StageConfig, 'messaging' | 'notificationSender'>,
): readonly PolicyStatement[] {
  const targets = { ...dataTargets(resources), ...serviceTargets(resources, config) };
  return CAPABILITIES.grantsOf(declared).flatMap(({ actions, on, ...limits }) => {
    const found = [on].flat().map((name) => {
      const target = targets[name] ?? queueTarget(name, resources) ?? scheduleTarget(name, resources);
      if (target === undefined) throw new Error(`A function gets no such resource: ${name}`);
      return target;
    });
    const arns = found.flatMap((target) => target.arns);
    const [first] = found;
    return arns.length === 0 ? [] : [allow(actions, arns, { ...first?.conditions, ...conditionsOf(limits) })];
  });
}

type Targets = Readonly<Partial<Record<GrantTarget, Target>>>;

function dataTargets({ data }: FunctionResources): Targets {
  const { coreTable, deliveryTable, secretKey, mediaBucket } = data;
  const objects = (keys: string): Target => ({ arns: [mediaBucket.arnForObjects(keys)] });
  const index = ({ tableArn }: { readonly tableArn: string }, { name }: { readonly name: string }) => ({
    arns: [`${tableArn}/index/${name}`],
  });
  return {
    'core-table': { arns: [coreTable.tableArn] },
    'core-by-owner': index(coreTable, BY_OWNER),
    'core-by-due': index(coreTable, CORE_BY_DUE),
    'delivery-table': { arns: [deliveryTable.tableArn] },
    'delivery-by-open': index(deliveryTable, BY_OPEN),
    'delivery-by-due': index(deliveryTable, DELIVERIES_BY_DUE),
    'secret-key': { arns: [secretKey.keyArn] },
    uploads: objects(UPLOADS),
    'checked-files': objects(CHECKED),
    exports: objects(EXPORTS),
    'contact-exports': objects(CONTACT_EXPORTS),
    imports: objects(IMPORTS),
    'media-bucket': { arns: [mediaBucket.bucketArn] },
  };
}

/** Services that only some stages use. The numbers and accounts of an AWS account have ids that only AWS knows. */
function serviceTargets(
  { data }: FunctionResources,
  { messaging, notificationSender: mail }: Pick<StageConfig, 'messaging' | 'notificationSender'>,
): Targets {
  const { partition, region, account } = Stack.of(data.coreTable);
  const arn = (service: string, resource: string) =>
    `arn:${partition}:${service}:${region}:${account}:${resource}`;
  const whatsapp = (resource: string): Target => ({
    arns: messaging?.whatsapp ? [arn('social-messaging', resource)] : [],
  });
  const protect = messaging?.protectConfigurationId;
  return {
    'sms-numbers': { arns: messaging ? [arn('sms-voice', 'phone-number/*')] : [] },
    'sms-configuration': {
      arns: messaging
        ? [
            arn('sms-voice', `configuration-set/${messaging.smsConfigurationSet}`),
            ...(protect === undefined ? [] : [arn('sms-voice', `protect-configuration/${protect}`)]),
          ]
        : [],
    },
    'whatsapp-numbers': whatsapp('phone-number-id/*'),
    'whatsapp-accounts': whatsapp('waba/*'),
    'mail-sender': mail
      ? {
          arns: [
            arn('ses', `identity/${mail.identity}`),
            ...(mail.configurationSet === undefined
              ? []
              : [arn('ses', `configuration-set/${mail.configurationSet}`)]),
          ],
          conditions: { StringEquals: { 'ses:FromAddress': mail.address } },
        }
      : { arns: [] },
  };
}

/** `delivery-queue` is the queue `delivery`. */
function queueTarget(on: GrantTarget, { queues }: FunctionResources): Target | undefined {
  const pair = Object.entries(queues).find(([name]) => on === `${name}-queue`)?.[1];
  return pair && { arns: [pair.queue.queueArn] };
}

/** `retry-schedules` are the schedules of the group `retry`, `retry-schedule-role` is the role with which they send. */
function scheduleTarget(on: GrantTarget, { schedules = {} }: FunctionResources): Target | undefined {
  for (const [name, { schedulesArn, roleArn }] of Object.entries(schedules)) {
    if (on === `${name}-schedules`) return { arns: [schedulesArn] };
    if (on === `${name}-schedule-role`) return { arns: [roleArn] };
  }
  return undefined;
}

/**
 * `ForAllValues` also holds for a request without the values, such as a scan, so `Null` requires them. The attributes of a
 * request do not include those of the response: the values that an update returns are limited separately.
 */
function conditionsOf(limits: Omit<Grant, 'actions' | 'on'>): Conditions {
  const { leadingKeys, exceptKeys, attributes, purpose, assigned, passedToScheduler } = limits;
  if (purpose !== undefined) return { StringEquals: { 'kms:EncryptionContext:purpose': purpose } };
  if (assigned) return { Null: { 'aws:ResourceTag/workspace': 'false' } };
  if (passedToScheduler) return { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
  if (exceptKeys !== undefined)
    return { 'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': exceptKeys } };
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
