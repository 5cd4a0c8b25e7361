import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { functionNames } from '#infra/bundling/bundle.ts';
import { concurrencyOf, WAITING_OPERATIONS } from '#infra/concurrency.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { asList, at, functionOf, functionsOf, resourceNamed, resourcesOf } from './synthesized.ts';

/** Consumers are not operations of the API: they have a source of records, or a schedule, instead of a route. */
const CONSUMERS = [
  'deliver-message',
  'redact-payloads',
  'deliver-webhook',
  'dispatch-event',
  'erase-workspaces',
  'export-workspaces',
  'project-changes',
  'publish-post',
  'recompute-posts',
  'record-receipt',
  'reach-dates',
  'import-contacts',
  'remove-publications',
  'download-media',
  'recover-deliveries',
  'release-deliveries',
  'run-broadcast',
  'send-broadcast-messages',
  'send-notification',
  'sweep-deliveries',
  'sweep-schedules',
  'count-visits',
  'delete-visitor-salts',
];

/** Media are held in memory; webhooks are mostly waited for. */
const MEMORY = new Map([
  ['publish-post', 1024],
  ['sweep-deliveries', 1769],
  ['deliver-webhook', 256],
]);

describe.each(STAGES)('functions of %s', (stage) => {
  const functions = functionsOf(stage);

  it('are one per folder in functions/, and one per operation or consumer', () => {
    const deployed = functions.map(({ operation }) => operation).toSorted();

    expect(deployed).toEqual(functionNames());
    expect(deployed).toEqual([...OPERATIONS.map(({ name }) => name), ...CONSUMERS].toSorted());
  });

  it.each(functions)('$operation runs on Node 24 and arm64 with JSON logs', ({ operation, properties }) => {
    expect(properties).toMatchObject({
      FunctionName: `workspace-${stage}-${operation}`,
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: MEMORY.get(operation) ?? 512,
      LoggingConfig: {
        LogFormat: 'JSON',
        ApplicationLogLevel: STAGE_CONFIG[stage].logLevel,
        SystemLogLevel: stage === 'dev' ? 'INFO' : 'WARN',
      },
      Environment: {
        Variables: {
          STAGE: stage,
          POWERTOOLS_LOG_LEVEL: STAGE_CONFIG[stage].logLevel,
          POWERTOOLS_SERVICE_NAME: operation,
        },
      },
    });
    expect(String(properties['FunctionName']).length).toBeLessThanOrEqual(64);
  });

  it.each(functions)('$operation logs into its own group with a retention', ({ operation, properties }) => {
    const reference = String(at(properties, 'LoggingConfig', 'LogGroup'));
    const logGroup = resourceNamed(stage, reference.slice('${'.length, -1));

    expect(logGroup.properties).toMatchObject({
      LogGroupName: `/aws/lambda/workspace-${stage}-${operation}`,
      RetentionInDays: STAGE_CONFIG[stage].logRetention,
    });
    expect(logGroup.resource.DeletionPolicy).toBe(stage === 'prod' ? 'RetainExceptOnCreate' : 'Delete');
  });

  it('have one role each that nothing else uses', () => {
    const roles = functions.map(({ properties }) => String(properties['Role']));
    const all = resourcesOf(stage, 'AWS::IAM::Role').map(({ id }) => `\${${id}.Arn}`);

    expect(new Set(roles).size).toBe(functions.length);
    const backups = all.filter((role) => role.startsWith('${DailyBackupsRole'));
    expect(backups).toHaveLength(stage === 'prod' ? 1 : 0);
    // And the roles of schedules, rollouts and backups.
    expect(all.toSorted()).toEqual(
      [
        ...roles,
        ...backups,
        '${RetrySchedulesRole.Arn}',
        '${DispatchEventRolloutRole.Arn}',
        '${DeliverWebhookRolloutRole.Arn}',
        '${DeliverySweepSchedulesRole.Arn}',
        '${RedactionSchedulesRole.Arn}',
        '${WorkspaceErasureSchedulesRole.Arn}',
        '${WorkspaceExportSchedulesRole.Arn}',
        '${JobSchedulesRole.Arn}',
        '${ScheduleSweepSchedulesRole.Arn}',
        '${SaltDeletionSchedulesRole.Arn}',
      ].toSorted(),
    );
  });

  it('reserve concurrency for the operations whose requests wait', () => {
    const names = OPERATIONS.filter(({ waits }) => waits).map(({ name }) => name);
    const { waiting, reserves } = concurrencyOf(STAGE_CONFIG[stage]);

    expect(names).toHaveLength(WAITING_OPERATIONS);
    // The account of dev is too small for reservations.
    for (const name of names)
      expect(functionOf(stage, name).properties['ReservedConcurrentExecutions']).toBe(
        reserves ? waiting : undefined,
      );
  });

  it('time out before the integration', () => {
    for (const { name } of OPERATIONS) {
      // `complete-media` copies up to 200 MB, for which it has 20 s, `read-event-feed` waits up to 8 s, `call-agent-tool` for other operations, and `delete-media-files` deletes up to 100 files.
      expect([name, functionOf(stage, name).properties['Timeout']]).toEqual([
        name,
        (
          {
            'complete-media': 28,
            'read-event-feed': 15,
            'call-agent-tool': 25,
            'delete-media-files': 25,
          } as Record<string, number>
        )[name] ?? 10,
      ]);
    }
    for (const { properties } of resourcesOf(stage, 'AWS::ApiGatewayV2::Integration')) {
      expect(properties).toMatchObject({ TimeoutInMillis: 29_000, PayloadFormatVersion: '2.0' });
    }
  });

  it('may not invoke themselves, except the five that feed their own queues by design', () => {
    const looping = functions.filter(({ properties }) => properties['RecursiveLoop'] !== 'Terminate');

    expect(looping.map(({ operation }) => operation).toSorted()).toEqual([
      'deliver-message',
      'deliver-webhook',
      'publish-post',
      'recover-deliveries',
      'release-deliveries',
    ]);
  });

  it('have no layer, no VPC and no code but their own folder', () => {
    for (const { properties } of functions) {
      expect(asList(properties['Layers'])).toEqual([]);
      expect(properties['VpcConfig']).toBeUndefined();
      expect(at(properties, 'Code', 'S3Key')).toMatch(/^[0-9a-f]{64}\.zip$/u);
    }
  });
});
