import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { templatesOf } from './synthesized.ts';

/** Outputs that scripts and operators read by name. Removing one breaks them; a new one must be added here. */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  alarms: ['PageTopicArn', 'WarnTopicArn'],
  api: ['ApiId', 'ApiUrl', 'PagesApiId', 'PagesUrl'],
  data: ['CoreTableName', 'DeliveryTableName', 'MediaBucketName', 'SecretKeyId'],
  delivery: [
    'DeliveryDeadLettersUrl',
    'DeliveryQueueUrl',
    'NotificationDeadLettersUrl',
    'NotificationQueueUrl',
    'QuarantinedEventsDeadLettersUrl',
    'QuarantinedEventsQueueUrl',
    'RecoveryDeadLettersUrl',
    'RecoveryQueueUrl',
    'ReleaseDeadLettersUrl',
    'ReleaseQueueUrl',
    'SlowDeliveryDeadLettersUrl',
    'SlowDeliveryQueueUrl',
    'UndispatchedRecordsBucket',
  ],
  scheduling: [
    'BroadcastDeadLettersUrl',
    'BroadcastQueueUrl',
    'CalendarDeadLettersUrl',
    'CalendarQueueUrl',
    'DownloadDeadLettersUrl',
    'DownloadQueueUrl',
    'ImportDeadLettersUrl',
    'ImportQueueUrl',
    'MessageDeadLettersUrl',
    'MessageQueueUrl',
    'PublishDeadLettersUrl',
    'PublishQueueUrl',
    'QuarantinedChangesDeadLettersUrl',
    'QuarantinedChangesQueueUrl',
    'ReceiptDeadLettersUrl',
    'ReceiptQueueUrl',
    'RecomputeDeadLettersUrl',
    'RecomputeQueueUrl',
    'RemovalDeadLettersUrl',
    'RemovalQueueUrl',
    'SendingDeadLettersUrl',
    'SendingQueueUrl',
    'UnprojectedRecordsBucket',
  ],
  visits: ['VisitsDeadLettersUrl', 'VisitsQueueUrl'],
  observability: ['DashboardName'],
};

describe.each(STAGES)('outputs of %s', (stage) => {
  const templates = templatesOf(stage);

  it('are the same names in every stage, apart from exports between stacks and the dashboard that dev lacks', () => {
    const named = Object.entries(templates).map(
      ([stack, { Outputs: outputs = {} }]) =>
        `${stack}: ${Object.keys(outputs)
          .filter((name) => !name.startsWith('ExportsOutput'))
          .toSorted()
          .join(', ')}`,
    );
    const expected = Object.entries(stage === 'dev' ? { ...OUTPUTS, observability: [] } : OUTPUTS).map(
      ([part, names]) => `workspace-${stage}-${part}: ${names.join(', ')}`,
    );

    expect(named.filter((line) => !line.endsWith(': ')).toSorted()).toEqual(
      expected.filter((line) => !line.endsWith(': ')).toSorted(),
    );
  });
});
