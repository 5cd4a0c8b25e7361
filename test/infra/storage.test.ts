import { describe, expect, it } from 'vitest';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { CORE_TABLE, DELIVERY_TABLE } from '#shared/store/table-definition.ts';
import { DataStack } from '#infra/stacks/data-stack.ts';
import { composedApp } from './composed.ts';
import { at, resourceNamed, resourcesOf } from './synthesized.ts';
import type { TableDefinition } from '#shared/store/table-definition.ts';

/** Moving one of these would replace what it holds. A change here is a migration, not a refactoring. */
const STATEFUL_IDS = {
  data: {
    CoreTable: 'AWS::DynamoDB::GlobalTable',
    DeliveryTable: 'AWS::DynamoDB::GlobalTable',
    SecretKey: 'AWS::KMS::Key',
  },
  delivery: {
    DeliveryQueue: 'AWS::SQS::Queue',
    DeliveryDeadLetters: 'AWS::SQS::Queue',
    ParkedEventsQueue: 'AWS::SQS::Queue',
    ParkedEventsDeadLetters: 'AWS::SQS::Queue',
    RecoveryQueue: 'AWS::SQS::Queue',
    RecoveryDeadLetters: 'AWS::SQS::Queue',
    ReleaseQueue: 'AWS::SQS::Queue',
    ReleaseDeadLetters: 'AWS::SQS::Queue',
    SlowDeliveryQueue: 'AWS::SQS::Queue',
    SlowDeliveryDeadLetters: 'AWS::SQS::Queue',
    RetrySchedules: 'AWS::Scheduler::ScheduleGroup',
    SweepSchedules: 'AWS::Scheduler::ScheduleGroup',
    SweepDeadLetters: 'AWS::SQS::Queue',
    UndispatchedRecords: 'AWS::S3::Bucket',
  },
  api: { HttpApi: 'AWS::ApiGatewayV2::Api' },
};
const STATEFUL_TYPES = new Set(Object.values(STATEFUL_IDS).flatMap((ids) => Object.values(ids)));

describe.each(STAGES)('stateful resources of %s', (stage) => {
  const stateful = resourcesOf(stage).filter(({ type }) => STATEFUL_TYPES.has(type));

  it('have the logical ids and stacks they have always had', () => {
    const expected = Object.entries(STATEFUL_IDS).flatMap(([part, ids]) =>
      Object.entries(ids).map(([id, type]) => `workspace-${stage}-${part} ${id} ${type}`),
    );

    expect(stateful.map(({ stack, id, type }) => `${stack} ${id} ${type}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  it('outlive their stack in prod only', () => {
    for (const { id, resource } of stateful.filter((found) => found.id !== 'HttpApi')) {
      const policy = stage === 'prod' ? 'Retain' : 'Delete';
      expect([id, resource.DeletionPolicy, resource.UpdateReplacePolicy]).toEqual([id, policy, policy]);
    }
  });

  it('leave their physical names to CloudFormation', () => {
    for (const { properties } of stateful) {
      for (const name of ['TableName', 'QueueName', 'BucketName', 'AliasName']) {
        expect(properties[name]).toBeUndefined();
      }
    }
  });

  it('include a key that rotates and a bucket that is private, encrypted and forgets after the events', () => {
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
    '$id is its definition, on demand, encrypted and protected by stage',
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

  it('keep deletion away in prod', () => {
    const data = composedApp(stage)
      .node.findAll()
      .find((construct) => construct instanceof DataStack);

    expect(data?.terminationProtection).toBe(stage === 'prod');
    expect(STAGE_CONFIG[stage].deletionProtection).toBe(stage === 'prod');
  });
});

function keySchema({ partitionKey, sortKey }: Pick<TableDefinition, 'partitionKey' | 'sortKey'>) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];
}
