import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { STAGES } from '#infra/config.ts';
import type { Stage } from '#infra/config.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { grantsOf, type GrantTarget } from '#shared/platform/runtime/capabilities.ts';
import { allPermits, permitsOfRole } from './policies.ts';
import type { Permit } from './policies.ts';
import { functionOf, functionsOf, at, resourcesOf } from './synthesized.ts';
import { WILDCARDS } from './wildcards.ts';

const CORE = '${CoreTable.Arn}';
const DELIVERIES = '${DeliveryTable.Arn}';
const QUEUE = '${DeliveryQueue.Arn}';
const SLOW_QUEUE = '${SlowDeliveryQueue.Arn}';
const RELEASE_QUEUE = '${ReleaseQueue.Arn}';
const KEY = '${SecretKey.Arn}';
const MEDIA = '${MediaBucket.Arn}';
/** The partitions of endpoints: nothing about workspaces, keys or events. */
const ENDPOINT_ITEMS = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['E#*'] } };
/** Audit logs, and not their subjects. */
const AUDIT_ITEMS = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['AU#*'] } };

const ARNS: Readonly<Record<GrantTarget, readonly string[]>> = {
  'core-table': [CORE],
  'core-indexes': [`${CORE}/index/by-owner`, `${CORE}/index/by-due`],
  'core-by-owner': [`${CORE}/index/by-owner`],
  'delivery-table': [DELIVERIES],
  'delivery-indexes': [`${DELIVERIES}/index/by-open`, `${DELIVERIES}/index/by-due`],
  'secret-key': [KEY],
  uploads: [`${MEDIA}/pending/*`],
  'checked-files': [`${MEDIA}/media/*`],
  'media-bucket': [MEDIA],
};

describe.each(STAGES)('permissions of %s', (stage) => {
  it.each(OPERATIONS)('$name may do what it declares and nothing else', (operation) => {
    expect(grantedTo(stage, operation.name)).toEqual(sorted([...expectedGrants(operation)]));
  });

  it('let dispatch-event read the stream, queue deliveries, quarantine records and store failed records', () => {
    expect(grantedTo(stage, 'dispatch-event')).toEqual(
      sorted([
        'dynamodb:DescribeStream ${CoreTable.StreamArn}',
        'dynamodb:GetRecords ${CoreTable.StreamArn}',
        'dynamodb:GetShardIterator ${CoreTable.StreamArn}',
        'dynamodb:ListStreams *',
        's3:ListBucket ${UndispatchedRecords.Arn}',
        's3:PutObject ${UndispatchedRecords.Arn}/aws/lambda/*',
        `sqs:SendMessage ${QUEUE}`,
        'sqs:SendMessage ${QuarantinedEventsQueue.Arn}',
        'sqs:SendMessage ${RecoveryQueue.Arn}',
      ]),
    );
  });

  it('let deliver-webhook read endpoints and events, record health, record deliveries, decrypt signing secrets and plan retries', () => {
    const schedules = `arn:\${AWS::Partition}:scheduler:\${AWS::Region}:\${AWS::AccountId}:schedule/workspace-${stage}-retries/*`;

    expect(grantedTo(stage, 'deliver-webhook')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE}`,
        `dynamodb:BatchGetItem ${CORE}`,
        `dynamodb:PutItem ${DELIVERIES}`,
        `dynamodb:UpdateItem ${DELIVERIES}`,
        `dynamodb:UpdateItem ${CORE} ${JSON.stringify(ENDPOINT_ITEMS)}`,
        ...consuming(QUEUE),
        ...consuming(SLOW_QUEUE),
        `sqs:SendMessage ${QUEUE}`,
        `sqs:SendMessage ${SLOW_QUEUE}`,
        `sqs:SendMessage ${RELEASE_QUEUE}`,
        `kms:Decrypt ${KEY} ${forPurpose('signing')}`,
        `scheduler:CreateSchedule ${schedules}`,
        `iam:PassRole \${RetrySchedulesRole.Arn} ${JSON.stringify({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } })}`,
      ]),
    );
  });

  it('let sweep-deliveries read events and due deliveries, claim deliveries and queue them', () => {
    expect(grantedTo(stage, 'sweep-deliveries')).toEqual(
      sorted([
        `dynamodb:Query ${CORE}`,
        `dynamodb:Query ${DELIVERIES}/index/by-due`,
        `dynamodb:GetItem ${DELIVERIES}`,
        `dynamodb:BatchGetItem ${DELIVERIES}`,
        `dynamodb:PutItem ${DELIVERIES}`,
        `dynamodb:UpdateItem ${DELIVERIES}`,
        `sqs:GetQueueAttributes ${QUEUE}`,
        `sqs:GetQueueAttributes ${SLOW_QUEUE}`,
        `sqs:SendMessage ${QUEUE}`,
      ]),
    );
  });

  it('let release-deliveries read endpoints and deferred deliveries, claim probes and send to both queues', () => {
    expect(grantedTo(stage, 'release-deliveries')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE}`,
        `dynamodb:BatchGetItem ${CORE}`,
        `dynamodb:UpdateItem ${CORE} ${JSON.stringify(ENDPOINT_ITEMS)}`,
        `dynamodb:Query ${DELIVERIES}/index/by-open`,
        `dynamodb:BatchGetItem ${DELIVERIES}`,
        ...consuming(RELEASE_QUEUE),
        `sqs:SendMessage ${RELEASE_QUEUE}`,
        `sqs:SendMessage ${QUEUE}`,
        `sqs:SendMessage ${SLOW_QUEUE}`,
      ]),
    );
  });

  it('let redact-payloads scan events, find requests and redacted events by the index, and redact events and deliveries', () => {
    expect(grantedTo(stage, 'redact-payloads')).toEqual(
      sorted([
        `dynamodb:Query ${CORE} ${onlyIn('EV#*')}`,
        `dynamodb:Query ${CORE}/index/by-owner ${onlyIn('ERASURES', 'W#*#C#*')}`,
        `dynamodb:BatchGetItem ${CORE} ${onlyIn('W#*')}`,
        `dynamodb:UpdateItem ${CORE} ${onlyIn('EV#*', 'W#*')}`,
        `dynamodb:GetItem ${DELIVERIES}`,
        `dynamodb:UpdateItem ${DELIVERIES}`,
      ]),
    );
    expect(permitsOfRole(stage, 'RedactionSchedulesRole').map(text).toSorted()).toEqual([
      'lambda:InvokeFunction ${RedactPayloadsFunction.Arn}',
      'sqs:SendMessage ${RedactionDeadLetters.Arn}',
    ]);
  });

  it('let project-changes read the stream, create and delete timers, add to audit logs and store failed records', () => {
    const schedules = `arn:\${AWS::Partition}:scheduler:\${AWS::Region}:\${AWS::AccountId}:schedule/workspace-${stage}-jobs/*`;

    expect(grantedTo(stage, 'project-changes')).toEqual(
      sorted([
        'dynamodb:DescribeStream ${CoreTable.StreamArn}',
        'dynamodb:GetRecords ${CoreTable.StreamArn}',
        'dynamodb:GetShardIterator ${CoreTable.StreamArn}',
        'dynamodb:ListStreams *',
        `dynamodb:PutItem ${CORE} ${JSON.stringify(AUDIT_ITEMS)}`,
        's3:ListBucket ${UnprojectedRecords.Arn}',
        's3:PutObject ${UnprojectedRecords.Arn}/aws/lambda/*',
        'sqs:SendMessage ${PublishQueue.Arn}',
        'sqs:SendMessage ${BroadcastQueue.Arn}',
        'sqs:SendMessage ${RecomputeQueue.Arn}',
        'sqs:SendMessage ${QuarantinedChangesQueue.Arn}',
        `scheduler:CreateSchedule ${schedules}`,
        `scheduler:DeleteSchedule ${schedules}`,
        `iam:PassRole \${JobSchedulesRole.Arn} ${JSON.stringify({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } })}`,
      ]),
    );
  });

  it('let sweep-schedules read the index of scheduled jobs and send the jobs to their queues', () => {
    expect(grantedTo(stage, 'sweep-schedules')).toEqual(
      sorted([
        `dynamodb:Query ${CORE}/index/by-due`,
        'sqs:SendMessage ${PublishQueue.Arn}',
        'sqs:SendMessage ${BroadcastQueue.Arn}',
        'sqs:SendMessage ${RecomputeQueue.Arn}',
      ]),
    );
  });

  it('let publish-post work on posts, decrypt credentials, read checked files and send messages to its own queue', () => {
    expect(grantedTo(stage, 'publish-post')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE}`,
        `dynamodb:BatchGetItem ${CORE}`,
        `dynamodb:Query ${CORE}`,
        `dynamodb:PutItem ${CORE}`,
        ...consuming('${PublishQueue.Arn}'),
        'sqs:SendMessage ${PublishQueue.Arn}',
        `kms:Decrypt ${KEY} ${forPurpose('account')}`,
        `s3:GetObject ${MEDIA}/media/*`,
      ]),
    );
  });

  it('let run-broadcast work on broadcasts', () => {
    expect(grantedTo(stage, 'run-broadcast')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE}`,
        `dynamodb:PutItem ${CORE}`,
        `dynamodb:UpdateItem ${CORE}`,
        ...consuming('${BroadcastQueue.Arn}'),
      ]),
    );
  });

  it('let only publish-post decrypt credentials of accounts', () => {
    const openers = functionsOf(stage).filter(({ operation }) =>
      grantedTo(stage, operation).some(
        (grant) => grant.startsWith('kms:Decrypt') && grant.includes('"account"'),
      ),
    );

    expect(openers.map(({ operation }) => operation)).toEqual(['publish-post']);
  });

  it('limit visitors without credentials to items of pages', () => {
    for (const { name } of OPERATIONS.filter(({ access }) => access.kind === 'public')) {
      const onTable = grantedTo(stage, name).filter((grant) => grant.startsWith('dynamodb:'));
      expect(onTable.filter((grant) => !grant.includes('"dynamodb:LeadingKeys":['))).toEqual([]);
      expect(onTable.join()).not.toMatch(/"(?:\*|K#)/u);
    }
  });

  it('let only deliver-webhook decrypt a signing secret', () => {
    const openers = functionsOf(stage).filter(({ operation }) =>
      grantedTo(stage, operation).some(
        (grant) => grant.startsWith('kms:Decrypt') && !/"(?:replay|page-access-token|account)"/u.test(grant),
      ),
    );

    expect(openers.map(({ operation }) => operation)).toEqual(['deliver-webhook']);
  });

  it('let schedules send retries to the delivery queue, or invoke the sweep, and nothing else', () => {
    expect(permitsOfRole(stage, 'RetrySchedulesRole').map(text).toSorted()).toEqual([
      'sqs:SendMessage ${DeliveryDeadLetters.Arn}',
      `sqs:SendMessage ${QUEUE}`,
    ]);
    expect(permitsOfRole(stage, 'JobSchedulesRole').map(text).toSorted()).toEqual([
      'sqs:SendMessage ${BroadcastDeadLetters.Arn}',
      'sqs:SendMessage ${BroadcastQueue.Arn}',
      'sqs:SendMessage ${PublishDeadLetters.Arn}',
      'sqs:SendMessage ${PublishQueue.Arn}',
      'sqs:SendMessage ${RecomputeDeadLetters.Arn}',
      'sqs:SendMessage ${RecomputeQueue.Arn}',
    ]);
    expect(permitsOfRole(stage, 'ScheduleSweepSchedulesRole').map(text).toSorted()).toEqual([
      'lambda:InvokeFunction ${SweepSchedulesFunction.Arn}',
      'sqs:SendMessage ${ScheduleSweepDeadLetters.Arn}',
    ]);
    expect(permitsOfRole(stage, 'DeliverySweepSchedulesRole').map(text).toSorted()).toEqual([
      'lambda:InvokeFunction ${SweepDeliveriesFunction.Arn}',
      'sqs:SendMessage ${DeliverySweepDeadLetters.Arn}',
    ]);
  });

  it.each([
    'RedactionSchedules',
    'WorkspaceErasureSchedules',
    'JobSchedules',
    'ScheduleSweepSchedules',
    'RetrySchedules',
    'DeliverySweepSchedules',
  ])('let schedules of the group %s of this account, and no other, use its role', (group) => {
    const role = resourcesOf(stage, 'AWS::IAM::Role').find(({ id }) => id === `${group}Role`);

    expect(at(role?.properties, 'AssumeRolePolicyDocument', 'Statement')).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: { 'aws:SourceAccount': '${AWS::AccountId}' },
          ArnEquals: { 'aws:SourceArn': `\${${group}.Arn}` },
        },
      },
    ]);
  });

  it('use no managed policy', () => {
    for (const { properties } of resourcesOf(stage, 'AWS::IAM::Role')) {
      expect(properties['ManagedPolicyArns']).toBeUndefined();
    }
    expect(resourcesOf(stage, 'AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('contain * only with a written reason, and every reason is still needed', () => {
    const wild = allPermits(stage)
      .filter(({ effect, action, resource }) => effect !== 'Deny' && `${action} ${resource}`.includes('*'))
      .map(({ action, resource }) => `${action} ${resource}`);
    const reasoned = WILDCARDS.map(
      ({ action, resource }) => `${action} ${resource.replace('<stage>', stage)}`,
    );

    expect([...new Set(wild)].toSorted()).toEqual(reasoned.toSorted());
    for (const { reason } of WILDCARDS) expect(reason.length).toBeGreaterThan(40);
  });

  it('never invert a statement with NotAction, NotResource or NotPrincipal', () => {
    const documents = JSON.stringify(resourcesOf(stage).map(({ properties }) => properties));

    expect(documents).not.toMatch(/"Not(?:Action|Resource|Principal)"/u);
  });

  it('let only the API invoke functions from outside', () => {
    for (const { properties } of resourcesOf(stage, 'AWS::Lambda::Permission')) {
      expect(properties).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
      });
      expect(properties['SourceArn']).toContain(':${HttpApi}/');
    }
    expect(resourcesOf(stage, 'AWS::Lambda::Url')).toEqual([]);
  });
});

/** Everything that the role of a function may do, except writing to its own log group, which is asserted here. */
function grantedTo(stage: Stage, operation: string): readonly string[] {
  const lambda = functionOf(stage, operation);
  const logs = String(at(lambda.properties, 'LoggingConfig', 'LogGroup')).slice(0, -1);
  const own = [`logs:CreateLogStream ${logs}.Arn}`, `logs:PutLogEvents ${logs}.Arn}`];
  const roleId = String(lambda.properties['Role']).slice('${'.length, -'.Arn}'.length);
  const grants = permitsOfRole(stage, roleId).map(text);
  expect(grants).toEqual(expect.arrayContaining(own));
  return sorted(grants.filter((grant) => !own.includes(grant)));
}

function expectedGrants(operation: Operation): readonly string[] {
  return grantsOf(operation).flatMap(({ actions, on, leadingKeys, purpose }) => {
    const conditions = [
      ...(leadingKeys ? [onlyIn(...leadingKeys)] : []),
      ...(purpose ? [forPurpose(purpose)] : []),
    ];
    return on
      .flatMap((target) => ARNS[target])
      .flatMap((arn) => actions.map((action) => [action, arn, ...conditions].join(' ')));
  });
}

/** The condition that limits a statement to partitions like these. */
function onlyIn(...keys: readonly string[]): string {
  return JSON.stringify({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } });
}

function consuming(queue: string): readonly string[] {
  return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action} ${queue}`);
}

function forPurpose(purpose: string): string {
  return JSON.stringify({ StringEquals: { 'kms:EncryptionContext:purpose': purpose } });
}

function text({ effect, action, resource, condition }: Permit): string {
  const allowed = `${effect === 'Allow' ? '' : `${effect} `}${action} ${resource}`;
  return condition === undefined ? allowed : `${allowed} ${JSON.stringify(condition)}`;
}

function sorted(grants: readonly string[]): readonly string[] {
  return [...new Set(grants)].toSorted();
}
