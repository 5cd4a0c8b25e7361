import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { lines } from '#test/infra/policies/granted.ts';
import { permitsOfRole } from '#test/infra/policies/policies.ts';
import { at, resourcesOf } from './synthesized.ts';

const QUEUE = '${DeliveryQueue.Arn}';

describe.each(STAGES)('permissions of schedules of %s', (stage) => {
  it('let schedules send retries to the delivery queue, or invoke the sweep, and nothing else', () => {
    expect(permitsOfRole(stage, 'RetrySchedulesRole').flatMap(lines).toSorted()).toEqual([
      'sqs:SendMessage ${DeliveryDeadLetters.Arn}',
      `sqs:SendMessage ${QUEUE}`,
    ]);
    expect(permitsOfRole(stage, 'JobSchedulesRole').flatMap(lines).toSorted()).toEqual([
      'sqs:SendMessage ${BroadcastDeadLetters.Arn}',
      'sqs:SendMessage ${BroadcastQueue.Arn}',
      'sqs:SendMessage ${CalendarDeadLetters.Arn}',
      'sqs:SendMessage ${CalendarQueue.Arn}',
      'sqs:SendMessage ${DownloadDeadLetters.Arn}',
      'sqs:SendMessage ${DownloadQueue.Arn}',
      'sqs:SendMessage ${ImportDeadLetters.Arn}',
      'sqs:SendMessage ${ImportQueue.Arn}',
      'sqs:SendMessage ${MessageDeadLetters.Arn}',
      'sqs:SendMessage ${MessageQueue.Arn}',
      'sqs:SendMessage ${PublishDeadLetters.Arn}',
      'sqs:SendMessage ${PublishQueue.Arn}',
      'sqs:SendMessage ${RecomputeDeadLetters.Arn}',
      'sqs:SendMessage ${RecomputeQueue.Arn}',
      'sqs:SendMessage ${RemovalDeadLetters.Arn}',
      'sqs:SendMessage ${RemovalQueue.Arn}',
      'sqs:SendMessage ${SendingDeadLetters.Arn}',
      'sqs:SendMessage ${SendingQueue.Arn}',
    ]);
    expect(permitsOfRole(stage, 'ScheduleSweepSchedulesRole').flatMap(lines).toSorted()).toEqual([
      'lambda:InvokeFunction ${SweepSchedulesFunction.Arn}',
      'sqs:SendMessage ${ScheduleSweepDeadLetters.Arn}',
    ]);
    expect(permitsOfRole(stage, 'DeliverySweepSchedulesRole').flatMap(lines).toSorted()).toEqual([
      'lambda:InvokeFunction ${SweepDeliveriesFunction.Arn}',
      'sqs:SendMessage ${DeliverySweepDeadLetters.Arn}',
    ]);
  });

  it.each([
    'RedactionSchedules',
    'WorkspaceErasureSchedules',
    'WorkspaceExportSchedules',
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
});
