import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#functions/capabilities.ts';
import { OPERATIONS } from '#functions/registry.ts';
import { STAGES } from '#infra/config.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { GrantTarget } from '#shared/platform/runtime/capability-rows.ts';
import { consuming, forPurpose, grantedTo, limitsOf, lines, sorted } from '#test/infra/policies/granted.ts';
import { allPermits, permitsOfRole } from '#test/infra/policies/policies.ts';
import { WILDCARDS } from '#test/infra/policies/wildcards.ts';
import { functionsOf, resourcesOf } from './synthesized.ts';

const CORE = '${CoreTable.Arn}';
const DELIVERIES = '${DeliveryTable.Arn}';
const QUEUE = '${DeliveryQueue.Arn}';
const SLOW_QUEUE = '${SlowDeliveryQueue.Arn}';
const RELEASE_QUEUE = '${ReleaseQueue.Arn}';
const KEY = '${SecretKey.Arn}';
const MEDIA = '${MediaBucket.Arn}';
const ARNS: Readonly<Partial<Record<GrantTarget, string>>> = {
  'core-table': CORE,
  'core-by-owner': `${CORE}/index/by-owner`,
  'core-by-due': `${CORE}/index/by-due`,
  'delivery-table': DELIVERIES,
  'delivery-by-open': `${DELIVERIES}/index/by-open`,
  'delivery-by-due': `${DELIVERIES}/index/by-due`,
  'secret-key': KEY,
  uploads: `${MEDIA}/pending/*`,
  'checked-files': `${MEDIA}/media/*`,
  exports: '${MediaBucket.Arn}/exports/*',
  'contact-exports': `${MEDIA}/contact-exports/*`,
  imports: `${MEDIA}/imports/*`,
  'media-bucket': MEDIA,
  'visit-queue': '${VisitsQueue.Arn}',
};

/** Hosts, slugs, pages, previews, pixels, attempts at passwords, the key of page access tokens, time zones of workspaces, and salts of visitors. */
const VISITOR_PARTITIONS: ReadonlySet<string> = new Set([
  'H#*',
  'S#*',
  'PG#*',
  'PX#*',
  'VISIT#*',
  'PV#*',
  'TOKENKEY',
  'W#*',
  'SALT',
  'BUCKET#page-access-token#*',
  'BUCKET#visitor-salt#*',
]);

/** A sign-up on a page also writes a contact, its address, its event, its quota and the key of the address hashes. */
const SIGNUP_PARTITIONS: ReadonlySet<string> = new Set([
  ...VISITOR_PARTITIONS,
  'CT#*',
  'CA#*',
  'CK#*',
  'DIR#*',
  'EV#*',
  'Q#*',
]);

/** The partitions that a link in a mail gives access to. */
const LINK_PARTITIONS: ReadonlySet<string> = new Set(['NT#*']);

/** The partitions of delivery targets, which have the public keys. */
const TARGET_PARTITIONS: ReadonlySet<string> = new Set(['X#*']);

const PUBLIC_PARTITIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['answer-notification-mail', LINK_PARTITIONS],
  ['get-signing-keys', TARGET_PARTITIONS],
  ['submit-signup', SIGNUP_PARTITIONS],
]);

const SENDING_JOBS = [
  'Publish',
  'Broadcast',
  'Sending',
  'Recompute',
  'Message',
  'Calendar',
  'Import',
  'Removal',
  'Download',
].map((queue) => `sqs:SendMessage \${${queue}Queue.Arn}`);

/** The maximum length of all inline policies of a role. */
const POLICY_LIMIT = 10_240;

/** The condition of the deletions of any item. */
const EXCEPT_KEY_PAIRS = JSON.stringify({
  'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': ['BUCKET#*'] },
});

describe.each(STAGES)('permissions of %s', (stage) => {
  it.each(OPERATIONS)('$name may do what it declares and nothing else', (operation) => {
    expect(grantedTo(stage, operation.name)).toEqual(sorted([...expectedGrants(operation)]));
  });

  it('let dispatch-event read the stream, set shards, queue deliveries, extend logs, quarantine records and store failed records', () => {
    expect(grantedTo(stage, 'dispatch-event')).toEqual(
      sorted([
        ...['E#*', 'X#*', 'DIR#*'].map((shape) => `dynamodb:UpdateItem ${CORE} ${shape} (pk,sk,shards)`),
        `dynamodb:UpdateItem ${CORE} RL#*`,
        `dynamodb:Query ${DELIVERIES} LOG#*`,
        `dynamodb:PutItem ${DELIVERIES} LOG#*`,
        'dynamodb:DescribeStream ${CoreTable.StreamArn}',
        'dynamodb:GetRecords ${CoreTable.StreamArn}',
        'dynamodb:GetShardIterator ${CoreTable.StreamArn}',
        'dynamodb:ListStreams *',
        's3:ListBucket ${UndispatchedRecords.Arn}',
        's3:PutObject ${UndispatchedRecords.Arn}/aws/lambda/*',
        `sqs:SendMessage ${QUEUE}`,
        'sqs:SendMessage ${QuarantinedEventsQueue.Arn}',
        'sqs:SendMessage ${RecoveryQueue.Arn}',
        'sqs:SendMessage ${NotificationQueue.Arn}',
      ]),
    );
  });

  it('let deliver-webhook read endpoints and events, record health, record and count deliveries, decrypt signing secrets and plan retries', () => {
    const schedules = `arn:\${AWS::Partition}:scheduler:\${AWS::Region}:\${AWS::AccountId}:schedule/workspace-${stage}-retries/*`;

    expect(grantedTo(stage, 'deliver-webhook')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE} X#*`,
        `dynamodb:BatchGetItem ${CORE} X#*`,
        `dynamodb:UpdateItem ${CORE} X#*`,
        `dynamodb:GetItem ${CORE} EV#*`,
        `dynamodb:PutItem ${DELIVERIES} E#*`,
        `dynamodb:UpdateItem ${DELIVERIES} E#*`,
        `dynamodb:GetItem ${DELIVERIES} MT#*`,
        `dynamodb:PutItem ${DELIVERIES} MT#*`,
        `dynamodb:PutItem ${DELIVERIES} MH#*`,
        ...consuming(QUEUE),
        ...consuming(SLOW_QUEUE),
        `sqs:SendMessage ${QUEUE}`,
        `sqs:SendMessage ${SLOW_QUEUE}`,
        `sqs:SendMessage ${RELEASE_QUEUE}`,
        `dynamodb:Query ${CORE} NT#*`,
        'sqs:SendMessage ${NotificationQueue.Arn}',
        `kms:Decrypt ${KEY} ${forPurpose('signing')}`,
        `dynamodb:GetItem ${CORE} BUCKET#signing#*`,
        `scheduler:CreateSchedule ${schedules}`,
        `iam:PassRole \${RetrySchedulesRole.Arn} ${JSON.stringify({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } })}`,
      ]),
    );
  });

  it('let sweep-deliveries read events and due deliveries, claim deliveries and queue them, and add up counts', () => {
    expect(grantedTo(stage, 'sweep-deliveries')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE} EV#*`,
        `dynamodb:Query ${CORE} EV#*`,
        `dynamodb:Query ${DELIVERIES}/index/by-due D#*`,
        `dynamodb:BatchGetItem ${DELIVERIES} E#*`,
        `dynamodb:PutItem ${DELIVERIES} E#*`,
        `dynamodb:UpdateItem ${DELIVERIES} E#*`,
        `dynamodb:GetItem ${DELIVERIES} SWEEP`,
        `dynamodb:PutItem ${DELIVERIES} SWEEP`,
        `dynamodb:UpdateItem ${DELIVERIES} SWEEP`,
        ...['GetItem', 'PutItem', 'Query'].map((action) => `dynamodb:${action} ${DELIVERIES} MT#*`),
        `dynamodb:Query ${DELIVERIES} MH#*`,
        `dynamodb:Query ${DELIVERIES}/index/by-due NOTIFICATIONS`,
        `dynamodb:UpdateItem ${DELIVERIES} N#*`,
        `dynamodb:Query ${DELIVERIES}/index/by-due ROTATIONS`,
        `dynamodb:UpdateItem ${DELIVERIES} RN#*`,
        `sqs:GetQueueAttributes ${QUEUE}`,
        `sqs:GetQueueAttributes ${SLOW_QUEUE}`,
        `sqs:SendMessage ${QUEUE}`,
        'sqs:SendMessage ${NotificationQueue.Arn}',
      ]),
    );
  });

  it('let release-deliveries read endpoints and deferred deliveries, claim probes and send to both queues', () => {
    expect(grantedTo(stage, 'release-deliveries')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE} X#*`,
        `dynamodb:BatchGetItem ${CORE} X#*`,
        `dynamodb:UpdateItem ${CORE} X#*`,
        `dynamodb:Query ${DELIVERIES}/index/by-open E#*`,
        `dynamodb:BatchGetItem ${DELIVERIES} E#*`,
        ...consuming(RELEASE_QUEUE),
        `sqs:SendMessage ${RELEASE_QUEUE}`,
        `sqs:SendMessage ${QUEUE}`,
        `sqs:SendMessage ${SLOW_QUEUE}`,
      ]),
    );
  });

  it('let redact-payloads scan events, find requests and redacted events by the index, redact events, logs and deliveries, erase records, conversations, messages and their exported copies, and release quotas', () => {
    expect(grantedTo(stage, 'redact-payloads')).toEqual(
      sorted([
        `dynamodb:Query ${CORE} EV#*`,
        `dynamodb:Query ${CORE}/index/by-owner ERASURES`,
        `dynamodb:Query ${CORE}/index/by-owner C#*`,
        ...['Delete', 'Get', 'Put'].map((action) => `dynamodb:${action}Item ${CORE} RC#*`),
        `dynamodb:Query ${CORE} RC#*`,
        `dynamodb:GetItem ${CORE} CT#*`,
        `dynamodb:Query ${CORE} CC#*`,
        `dynamodb:Query ${CORE}/index/by-owner MS#*`,
        ...['CV#*', 'CO#*', 'MS#*'].map((shape) => `dynamodb:GetItem ${CORE} ${shape}`),
        ...['CC#*', 'CV#*', 'CO#*', 'MS#*', 'MQ#*', 'MP#*'].map(
          (shape) => `dynamodb:DeleteItem ${CORE} ${shape}`,
        ),
        `dynamodb:UpdateItem ${CORE} CV#*`,
        `dynamodb:UpdateItem ${CORE} Q#*`,
        `dynamodb:BatchGetItem ${CORE} ER#*`,
        `dynamodb:UpdateItem ${CORE} EV#*`,
        `dynamodb:UpdateItem ${CORE} ER#*`,
        `dynamodb:GetItem ${DELIVERIES} E#*`,
        `dynamodb:UpdateItem ${DELIVERIES} E#*`,
        `dynamodb:GetItem ${DELIVERIES} ERASURES`,
        `dynamodb:UpdateItem ${DELIVERIES} ERASURES`,
        `dynamodb:Query ${DELIVERIES} LOG#*`,
        `dynamodb:UpdateItem ${DELIVERIES} LOG#*`,
        ...['ListBucket', 'ListBucketVersions'].map((action) => `s3:${action} ${MEDIA}`),
        ...['exports', 'contact-exports'].flatMap((prefix) =>
          ['GetObject', 'PutObject', 'DeleteObjectVersion'].map(
            (action) => `s3:${action} ${MEDIA}/${prefix}/*`,
          ),
        ),
      ]),
    );
    expect(permitsOfRole(stage, 'RedactionSchedulesRole').flatMap(lines).toSorted()).toEqual([
      'lambda:InvokeFunction ${RedactPayloadsFunction.Arn}',
      'sqs:SendMessage ${RedactionDeadLetters.Arn}',
    ]);
  });

  it('let project-changes read the stream, create and delete timers, add to audit logs, write records of events and store failed records', () => {
    const schedules = `arn:\${AWS::Partition}:scheduler:\${AWS::Region}:\${AWS::AccountId}:schedule/workspace-${stage}-jobs/*`;

    expect(grantedTo(stage, 'project-changes')).toEqual(
      sorted([
        'dynamodb:DescribeStream ${CoreTable.StreamArn}',
        'dynamodb:GetRecords ${CoreTable.StreamArn}',
        'dynamodb:GetShardIterator ${CoreTable.StreamArn}',
        'dynamodb:ListStreams *',
        `dynamodb:PutItem ${CORE} AU#*`,
        ...['BC#*', 'CT#*', 'CV#*', 'ER#*', 'RC#*'].map((shape) => `dynamodb:BatchGetItem ${CORE} ${shape}`),
        `dynamodb:PutItem ${CORE} RC#*`,
        's3:ListBucket ${UnprojectedRecords.Arn}',
        's3:PutObject ${UnprojectedRecords.Arn}/aws/lambda/*',
        ...SENDING_JOBS,
        'sqs:SendMessage ${QuarantinedChangesQueue.Arn}',
        `scheduler:CreateSchedule ${schedules}`,
        `scheduler:DeleteSchedule ${schedules}`,
        `iam:PassRole \${JobSchedulesRole.Arn} ${JSON.stringify({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } })}`,
      ]),
    );
  });

  it('let sweep-schedules read the index of scheduled jobs and send the jobs to their queues', () => {
    expect(grantedTo(stage, 'sweep-schedules')).toEqual(
      sorted([`dynamodb:Query ${CORE}/index/by-due DUE#*`, ...SENDING_JOBS]),
    );
  });

  it('let run-broadcast work on broadcasts', () => {
    expect(grantedTo(stage, 'run-broadcast')).toEqual(
      sorted([
        `dynamodb:BatchGetItem ${CORE} BR#*`,
        `dynamodb:GetItem ${CORE} BC#*`,
        `dynamodb:PutItem ${CORE} BC#*`,
        `dynamodb:UpdateItem ${CORE} BC#*`,
        `dynamodb:GetItem ${CORE} DIR#*`,
        `dynamodb:PutItem ${CORE} EV#*`,
        ...consuming('${BroadcastQueue.Arn}'),
      ]),
    );
  });

  it('let recompute-posts and recover-deliveries work on posts and recoveries', () => {
    expect(grantedTo(stage, 'recompute-posts')).toEqual(
      sorted([
        `dynamodb:Query ${CORE}/index/by-owner P#*`,
        `dynamodb:GetItem ${CORE} P#*`,
        `dynamodb:BatchGetItem ${CORE} P#*`,
        `dynamodb:PutItem ${CORE} P#*`,
        `dynamodb:PutItem ${CORE} TIME#*`,
        `dynamodb:DeleteItem ${CORE} TIME#*`,
        `dynamodb:GetItem ${CORE} W#*`,
        `dynamodb:UpdateItem ${CORE} W#*`,
        `dynamodb:GetItem ${CORE} GONE#*`,
        `dynamodb:PutItem ${CORE} GONE#*`,
        ...consuming('${RecomputeQueue.Arn}'),
      ]),
    );
    expect(grantedTo(stage, 'recover-deliveries')).toEqual(
      sorted([
        `dynamodb:BatchGetItem ${CORE} EV#*`,
        `dynamodb:GetItem ${CORE} E#*`,
        `dynamodb:GetItem ${CORE} R#*`,
        `dynamodb:UpdateItem ${CORE} R#*`,
        `dynamodb:PutItem ${CORE} RQ#*`,
        `dynamodb:GetItem ${DELIVERIES} E#*`,
        `dynamodb:Query ${DELIVERIES} E#*`,
        `dynamodb:PutItem ${DELIVERIES} E#*`,
        `dynamodb:UpdateItem ${DELIVERIES} E#*`,
        ...consuming('${RecoveryQueue.Arn}'),
        'sqs:SendMessage ${RecoveryQueue.Arn}',
      ]),
    );
  });

  it('let erase-workspaces close workspaces, and alone scan tables and delete items of every kind', () => {
    expect(grantedTo(stage, 'erase-workspaces').filter((grant) => grant.startsWith('dynamodb:'))).toEqual(
      sorted([
        `dynamodb:Query ${CORE}/index/by-owner DELETIONS`,
        `dynamodb:BatchGetItem ${CORE} DEL#*`,
        `dynamodb:UpdateItem ${CORE} DEL#*`,
        `dynamodb:PutItem ${CORE} ERASED#*`,
        `dynamodb:Query ${CORE} KP#*`,
        `dynamodb:BatchGetItem ${CORE} K#*`,
        `dynamodb:UpdateItem ${CORE} K#*`,
        `dynamodb:GetItem ${CORE} DIR#*`,
        `dynamodb:Query ${CORE}/index/by-owner PG#*`,
        `dynamodb:Query ${CORE}/index/by-owner P#*`,
        `dynamodb:Query ${CORE}/index/by-owner BC#*`,
        `dynamodb:Query ${CORE}/index/by-owner CV#*`,
        `dynamodb:Query ${CORE}/index/by-owner MS#*`,
        `dynamodb:Query ${CORE} PN#*`,
        `dynamodb:Scan ${CORE}`,
        `dynamodb:Scan ${DELIVERIES}`,
        `dynamodb:DeleteItem ${CORE} ${EXCEPT_KEY_PAIRS}`,
        `dynamodb:DeleteItem ${DELIVERIES} ${EXCEPT_KEY_PAIRS}`,
      ]),
    );
  });

  it('limit visitors without credentials to partitions of pages, sign-ups also to contacts, links in mails to targets, and readers of keys to delivery targets', () => {
    for (const { name } of OPERATIONS.filter(({ access }) => access.kind === 'public')) {
      const onTables = grantedTo(stage, name).filter((grant) => grant.startsWith('dynamodb:'));
      const keys = onTables.map((grant) => grant.split(' ').at(-1) ?? '');

      const allowed = PUBLIC_PARTITIONS.get(name) ?? VISITOR_PARTITIONS;
      expect(keys.filter((key) => !allowed.has(key))).toEqual([]);
    }
  });

  it('limit every access to a table to partitions of one kind', () => {
    const onTables = allPermits(stage).filter(
      ({ action, resource }) => action.startsWith('dynamodb:') && /Table\.Arn/u.test(resource),
    );

    expect(onTables.length).toBeGreaterThan(300);
    // Those of erase-workspaces, once for each table.
    const unlimited = onTables.filter((permit) => limitsOf(permit) === undefined);
    expect(unlimited.map(({ action }) => action).toSorted()).toEqual([
      'dynamodb:DeleteItem',
      'dynamodb:DeleteItem',
      'dynamodb:Scan',
      'dynamodb:Scan',
    ]);
  });

  it('let only commands on keys and members write keys, and all others only record when a key was used', () => {
    const writes = functionsOf(stage).flatMap(({ operation }) =>
      grantedTo(stage, operation)
        .filter((grant) => grant.endsWith(' K#*') && !/:(?:Get|BatchGet|ConditionCheck)Item /u.test(grant))
        .map((grant) => `${operation} ${grant}`),
    );

    expect(writes.toSorted()).toEqual(
      [
        `create-api-key dynamodb:PutItem ${CORE} K#*`,
        `create-console-link dynamodb:PutItem ${CORE} K#*`,
        `delete-api-key dynamodb:UpdateItem ${CORE} K#*`,
        `delete-member dynamodb:UpdateItem ${CORE} K#*`,
        `erase-workspaces dynamodb:UpdateItem ${CORE} K#*`,
        `update-api-key dynamodb:UpdateItem ${CORE} K#*`,
        `update-member dynamodb:UpdateItem ${CORE} K#*`,
      ].toSorted(),
    );
  });

  it('have policies that are smaller than IAM accepts', () => {
    const sizes = resourcesOf(stage, 'AWS::IAM::Policy').map(
      ({ properties }) => JSON.stringify(properties['PolicyDocument']).length,
    );

    expect(Math.max(...sizes)).toBeLessThan(POLICY_LIMIT);
  });

  it('use no managed policy, except the role of AWS Backup', () => {
    for (const { properties } of resourcesOf(stage, 'AWS::IAM::Role')) {
      const isBackup = JSON.stringify(properties['AssumeRolePolicyDocument']).includes(
        'backup.amazonaws.com',
      );
      if (!isBackup) expect(properties['ManagedPolicyArns']).toBeUndefined();
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

  it('let only the APIs invoke functions from outside', () => {
    for (const { properties } of resourcesOf(stage, 'AWS::Lambda::Permission')) {
      expect(properties).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
      });
      expect(properties['SourceArn']).toMatch(/:\$\{(?:HttpApi|PagesApi)\}\//u);
    }
    expect(resourcesOf(stage, 'AWS::Lambda::Url')).toEqual([]);
  });
});

function expectedGrants(operation: Operation): readonly string[] {
  return CAPABILITIES.grantsOf(operation).flatMap(({ actions, on, leadingKeys, attributes, purpose }) => {
    const limits = leadingKeys?.map((key) => (attributes ? `${key} (${attributes.join()})` : key));
    const conditions = limits ?? [purpose ? forPurpose(purpose) : ''];
    const arns = [on].flat().flatMap((target) => ARNS[target] ?? []);
    return actions.flatMap((action) =>
      arns.flatMap((arn) => conditions.map((condition) => `${action} ${arn} ${condition}`.trim())),
    );
  });
}
