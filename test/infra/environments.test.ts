import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { functionFolder } from '#infra/bundling/bundle.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { ENVIRONMENT_NAMES } from '#infra/constructs/function-environment.ts';
import { LOCAL_VARIABLES, variablesOf } from '#shared/platform/runtime/capabilities.ts';
import { composedApp } from './composed.ts';
import { at, functionOf, functionsOf, templatesOf } from './synthesized.ts';

/** Variables of every function: Powertools reads two of them. */
const STANDARD = ['POWERTOOLS_LOG_LEVEL', 'POWERTOOLS_SERVICE_NAME', 'STAGE'];
/** Set by Lambda. */
const RESERVED = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
/** Variables that the local stack sets, and no template. */
const LOCAL = [...LOCAL_VARIABLES, 'AWS_ENDPOINT_URL_S3'];

describe.each(STAGES)('environments of %s', (stage) => {
  it.each(functionsOf(stage))('$operation gets every variable it needs and no other', async (lambda) => {
    const elsewhere: readonly string[] = [...RESERVED, ...LOCAL];
    const needed = [...(await neededBy(lambda.operation)), ...STANDARD];

    expect(variableNames(lambda.properties).toSorted()).toEqual(
      [...new Set(needed)].filter((name) => !elsewhere.includes(name)).toSorted(),
    );
  });

  it('never include WEBHOOK_ALLOWED_HOSTS, nor does anything else in a template', () => {
    for (const template of Object.values(templatesOf(stage))) {
      expect(JSON.stringify(template)).not.toContain('WEBHOOK_ALLOWED_HOSTS');
    }
    expect(JSON.stringify(STAGE_CONFIG[stage])).not.toMatch(/allowed.?hosts/iu);
  });

  it('give the operations of pages the host of pages without their own domain', () => {
    expect(at(functionOf(stage, 'update-page').properties, 'Environment', 'Variables')).toMatchObject({
      PAGE_HOST: '${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}',
    });
  });

  it('give deliver-webhook the delays of the specification and the hosts of the API', () => {
    expect(at(functionOf(stage, 'deliver-webhook').properties, 'Environment', 'Variables')).toMatchObject({
      RETRY_DELAYS: '10,60,300,1800,7200',
      QUEUE_DELAY_LIMIT: '900',
      DEFER_SECONDS: '840',
      PROBE_SECONDS: '30',
      SLOW_QUEUE_URL: '${SlowDeliveryQueue}',
      RELEASE_QUEUE_URL: '${ReleaseQueue}',
      API_HOSTS: '${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}',
      RETRY_SCHEDULE_GROUP: `workspace-${stage}-retries`,
      RETRY_SCHEDULE_ROLE_ARN: '${RetrySchedulesRole.Arn}',
      RETRY_DEAD_LETTER_ARN: '${DeliveryDeadLetters.Arn}',
      DELIVERY_QUEUE_ARN: '${DeliveryQueue.Arn}',
      DELIVERY_QUEUE_URL: '${DeliveryQueue}',
    });
  });
});

describe('the closed list of variables', () => {
  it('has no WEBHOOK_ALLOWED_HOSTS', () => {
    expect(ENVIRONMENT_NAMES).not.toContain('WEBHOOK_ALLOWED_HOSTS');
  });

  it('fails the synthesis when a function gets another one outside its construct', () => {
    const app = composedApp('dev');
    const target = app.node.findAll().find((construct) => construct instanceof CfnFunction);
    if (target !== undefined) target.environment = { variables: { WEBHOOK_ALLOWED_HOSTS: 'localhost' } };

    expect(() => app.synth()).toThrow(/WEBHOOK_ALLOWED_HOSTS is not allowed in a deployed function/u);
  });
});

function variableNames(properties: unknown): readonly string[] {
  return Object.keys(Object(at(properties, 'Environment', 'Variables')));
}

/** The variables of an operation's capabilities; those of a consumer's schema. */
async function neededBy(name: string): Promise<readonly string[]> {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation !== undefined) return variablesOf(operation);
  const file = pathToFileURL(join(functionFolder(name), 'env.ts')).href;
  const loaded: unknown = await import(/* @vite-ignore */ file);
  return Object.keys(Object(at(loaded, 'envSchema', 'entries')));
}
