import { describe, expect, it } from 'vitest';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { CHECKED, UPLOADS } from '#infra/constructs/media-bucket.ts';
import { newMedia, uploadKey } from '#shared/files/domain/media.ts';
import { CORE_TABLE, DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { TableDefinition } from '#shared/platform/store/table-definition.ts';
import { asList, at, resourceNamed, resourcesOf, stacksOf } from './synthesized.ts';

/** Moving one of these would replace it with its data. A change here is a migration, not a refactoring. */
const STATEFUL_IDS = {
  data: {
    CoreTable: 'AWS::DynamoDB::GlobalTable',
    DeliveryTable: 'AWS::DynamoDB::GlobalTable',
    SecretKey: 'AWS::KMS::Key',
    MediaBucket: 'AWS::S3::Bucket',
  },
  delivery: {
    DeliveryQueue: 'AWS::SQS::Queue',
    DeliveryDeadLetters: 'AWS::SQS::Queue',
    QuarantinedEventsQueue: 'AWS::SQS::Queue',
    QuarantinedEventsDeadLetters: 'AWS::SQS::Queue',
    RecoveryQueue: 'AWS::SQS::Queue',
    RecoveryDeadLetters: 'AWS::SQS::Queue',
    NotificationQueue: 'AWS::SQS::Queue',
    NotificationDeadLetters: 'AWS::SQS::Queue',
    ReleaseQueue: 'AWS::SQS::Queue',
    ReleaseDeadLetters: 'AWS::SQS::Queue',
    SlowDeliveryQueue: 'AWS::SQS::Queue',
    SlowDeliveryDeadLetters: 'AWS::SQS::Queue',
    RetrySchedules: 'AWS::Scheduler::ScheduleGroup',
    RedactionSchedules: 'AWS::Scheduler::ScheduleGroup',
    RedactionDeadLetters: 'AWS::SQS::Queue',
    DeliverySweepSchedules: 'AWS::Scheduler::ScheduleGroup',
    DeliverySweepDeadLetters: 'AWS::SQS::Queue',
    UndispatchedRecords: 'AWS::S3::Bucket',
  },
  visits: {
    VisitsQueue: 'AWS::SQS::Queue',
    VisitsDeadLetters: 'AWS::SQS::Queue',
    SaltDeletionSchedules: 'AWS::Scheduler::ScheduleGroup',
    SaltDeletionDeadLetters: 'AWS::SQS::Queue',
  },
  scheduling: {
    PublishQueue: 'AWS::SQS::Queue',
    PublishDeadLetters: 'AWS::SQS::Queue',
    BroadcastQueue: 'AWS::SQS::Queue',
    BroadcastDeadLetters: 'AWS::SQS::Queue',
    SendingQueue: 'AWS::SQS::Queue',
    SendingDeadLetters: 'AWS::SQS::Queue',
    RecomputeQueue: 'AWS::SQS::Queue',
    CalendarQueue: 'AWS::SQS::Queue',
    CalendarDeadLetters: 'AWS::SQS::Queue',
    ImportQueue: 'AWS::SQS::Queue',
    ImportDeadLetters: 'AWS::SQS::Queue',
    RemovalQueue: 'AWS::SQS::Queue',
    RemovalDeadLetters: 'AWS::SQS::Queue',
    DownloadQueue: 'AWS::SQS::Queue',
    DownloadDeadLetters: 'AWS::SQS::Queue',
    RecomputeDeadLetters: 'AWS::SQS::Queue',
    MessageQueue: 'AWS::SQS::Queue',
    MessageDeadLetters: 'AWS::SQS::Queue',
    ReceiptQueue: 'AWS::SQS::Queue',
    ReceiptDeadLetters: 'AWS::SQS::Queue',
    QuarantinedChangesQueue: 'AWS::SQS::Queue',
    QuarantinedChangesDeadLetters: 'AWS::SQS::Queue',
    JobSchedules: 'AWS::Scheduler::ScheduleGroup',
    ScheduleSweepSchedules: 'AWS::Scheduler::ScheduleGroup',
    ScheduleSweepDeadLetters: 'AWS::SQS::Queue',
    UnprojectedRecords: 'AWS::S3::Bucket',
    WorkspaceErasureSchedules: 'AWS::Scheduler::ScheduleGroup',
    WorkspaceErasureDeadLetters: 'AWS::SQS::Queue',
    WorkspaceExportSchedules: 'AWS::Scheduler::ScheduleGroup',
    WorkspaceExportDeadLetters: 'AWS::SQS::Queue',
  },
  api: { HttpApi: 'AWS::ApiGatewayV2::Api', PagesApi: 'AWS::ApiGatewayV2::Api' },
};
const STATEFUL_TYPES = new Set(Object.values(STATEFUL_IDS).flatMap((ids) => Object.values(ids)));

describe.each(STAGES)('stateful resources of %s', (stage) => {
  const stateful = resourcesOf(stage).filter(({ type }) => STATEFUL_TYPES.has(type));

  it('have unchanged logical ids and stacks', () => {
    const expected = Object.entries(STATEFUL_IDS).flatMap(([part, ids]) =>
      Object.entries(ids).map(([id, type]) => `workspace-${stage}-${part} ${id} ${type}`),
    );

    expect(stateful.map(({ stack, id, type }) => `${stack} ${id} ${type}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  it('remain after their stack is deleted, in prod only', () => {
    for (const { id, resource } of stateful.filter((found) => found.type !== 'AWS::ApiGatewayV2::Api')) {
      const policies =
        stage === 'prod' ? [expect.stringMatching(/^Retain/u), 'Retain'] : ['Delete', 'Delete'];
      expect([id, resource.DeletionPolicy, resource.UpdateReplacePolicy]).toEqual([id, ...policies]);
    }
  });

  it('are deleted when a first deployment fails, because a second deployment could not use their names', () => {
    const stubborn = resourcesOf(stage).filter(({ resource }) => resource.DeletionPolicy === 'Retain');

    // Protected, so that CloudFormation could not delete them; they have no names that could be taken.
    expect(stubborn.map(({ id }) => id)).toEqual(stage === 'prod' ? ['CoreTable', 'DeliveryTable'] : []);
  });

  it('leave their physical names to CloudFormation', () => {
    for (const { properties } of stateful) {
      for (const name of ['TableName', 'QueueName', 'BucketName', 'AliasName']) {
        expect(properties[name]).toBeUndefined();
      }
    }
  });

  it('include a key that can have replicas in other regions, which cannot be changed after the first deployment', () => {
    expect(resourceNamed(stage, 'SecretKey').properties['MultiRegion']).toBe(true);
  });

  it('include a key that rotates and a bucket that is private, encrypted and expires after the events', () => {
    expect(resourceNamed(stage, 'SecretKey').properties['EnableKeyRotation']).toBe(true);
    expect(resourceNamed(stage, 'UndispatchedRecords').properties).toMatchObject({
      BucketEncryption: expect.anything(),
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 14, Status: 'Enabled' }] },
    });
  });
});

describe.each(STAGES)('tables of %s', (stage) => {
  it.each([
    { id: 'CoreTable', definition: CORE_TABLE, recoverable: true },
    { id: 'DeliveryTable', definition: DELIVERY_TABLE, recoverable: false },
  ])(
    '$id matches its definition, on demand, encrypted and protected by stage',
    ({ id, definition, recoverable }) => {
      const { properties } = resourceNamed(stage, id);

      expect(properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        TimeToLiveSpecification: { AttributeName: definition.timeToLive, Enabled: true },
        KeySchema: keySchema(definition),
        Replicas: [
          {
            DeletionProtectionEnabled: STAGE_CONFIG[stage].deletionProtection,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: recoverable },
          },
        ],
      });
      expect(at(properties, 'StreamSpecification', 'StreamViewType')).toBe(
        definition.stream ? 'NEW_AND_OLD_IMAGES' : undefined,
      );
      expect(properties['GlobalSecondaryIndexes']).toEqual(
        definition.indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
      );
    },
  );

  it('are protected from deletion in prod', () => {
    expect(stacksOf(stage)[`workspace-${stage}-data`]?.terminationProtection).toBe(stage === 'prod');
    expect(STAGE_CONFIG[stage].deletionProtection).toBe(stage === 'prod');
  });
});

describe.each(STAGES)('the media bucket of %s', (stage) => {
  it('is private and encrypted, expires incomplete uploads, and accepts uploads from pages', () => {
    expect(resourceNamed(stage, 'MediaBucket').properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: {
        Rules: [
          {
            Prefix: 'pending/',
            ExpirationInDays: 1,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Status: 'Enabled',
          },
          {
            Prefix: 'imports/',
            ExpirationInDays: 1,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Status: 'Enabled',
          },
          {
            Prefix: 'exports/',
            ExpirationInDays: 7,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Status: 'Enabled',
          },
          {
            Prefix: 'contact-exports/',
            ExpirationInDays: 1,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Status: 'Enabled',
          },
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
          {
            NoncurrentVersionExpiration: { NoncurrentDays: STAGE_CONFIG[stage].pointInTimeRecoveryDays },
            ExpiredObjectDeleteMarker: true,
            Status: 'Enabled',
          },
        ],
      },
      VersioningConfiguration: { Status: 'Enabled' },
      CorsConfiguration: {
        CorsRules: [
          { AllowedOrigins: ['*'], AllowedMethods: ['PUT', 'GET'], AllowedHeaders: ['content-type'] },
        ],
      },
    });
  });

  it('keeps checked files as long as their records: no lifecycle rule covers them', () => {
    const rules = asList(
      at(resourceNamed(stage, 'MediaBucket').properties, 'LifecycleConfiguration', 'Rules'),
    );

    expect(
      rules.filter((rule) => at(rule, 'ExpirationInDays') !== undefined).map((rule) => at(rule, 'Prefix')),
    ).toEqual(['pending/', 'imports/', 'exports/', 'contact-exports/']);
  });

  it('is reachable over TLS only', () => {
    const policies = resourcesOf(stage, 'AWS::S3::BucketPolicy').filter(
      ({ properties }) => properties['Bucket'] === '${MediaBucket}',
    );

    expect(policies.map(({ properties }) => at(properties, 'PolicyDocument', 'Statement'))).toMatchObject([
      [{ Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
    ]);
  });

  it('keeps uploads at the location that the domain uses', () => {
    const media = newMedia(
      { name: 'a', mimeType: 'image/png', size: 1, altText: null },
      { id: 1, uuid: 'file', workspaceId: 'workspace' },
      new Date(0),
    );

    expect([uploadKey(media), media.objectKey]).toEqual([
      UPLOADS.replace('*', 'workspace/file'),
      CHECKED.replace('*', 'workspace/file'),
    ]);
  });
});

function keySchema({ partitionKey, sortKey }: Pick<TableDefinition, 'partitionKey' | 'sortKey'>) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];
}
