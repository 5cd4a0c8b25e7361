import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { functionFolder } from '#infra/bundling/bundle.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { ENVIRONMENT_NAMES } from '#infra/constructs/function-environment.ts';
import { composedApp } from './composed.ts';
import { at, functionOf, functionsOf, templatesOf } from './synthesized.ts';

/** Read by Powertools itself, or known to every function without its schema asking. */
const AMBIENT = ['POWERTOOLS_LOG_LEVEL', 'POWERTOOLS_SERVICE_NAME', 'STAGE'];
/** Given to every function of a product, whether or not it looks at addresses. */
const BY_PRODUCT = ['API_HOSTS', 'PAGE_HOST'];
/** Set by Lambda. */
const RESERVED = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
/** Set by the local stack, and by nothing that is deployed. */
const LOCAL = ['WEBHOOK_ALLOWED_HOSTS', 'AWS_ENDPOINT_URL_S3'];

describe.each(STAGES)('environments of %s', (stage) => {
  it.each(functionsOf(stage))(
    '$operation gets every variable its env.ts parses and no other',
    async (lambda) => {
      const given = variableNames(lambda.properties);
      const parsed = [...(await schemaNames(lambda.operation)), ...AMBIENT];
      const elsewhere = [...RESERVED, ...LOCAL];

      expect(parsed.filter((name) => !given.includes(name) && !elsewhere.includes(name))).toEqual([]);
      expect(given.filter((name) => !parsed.includes(name) && !BY_PRODUCT.includes(name))).toEqual([]);
    },
  );

  it('never carry WEBHOOK_ALLOWED_HOSTS, nor does anything else in a template', () => {
    for (const template of Object.values(templatesOf(stage))) {
      expect(JSON.stringify(template)).not.toContain('WEBHOOK_ALLOWED_HOSTS');
    }
    expect(JSON.stringify(STAGE_CONFIG[stage])).not.toMatch(/allowed.?hosts/iu);
  });

  it('tell the operations of pages the host of pages without a domain of their own', () => {
    expect(at(functionOf(stage, 'update-page').properties, 'Environment', 'Variables')).toMatchObject({
      PAGE_HOST: '${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}',
    });
  });

  it('tell deliver-webhook the waits of the specification and the hosts of the API', () => {
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

  it('makes synthesis fail when a function gets another one behind its construct', () => {
    const app = composedApp('dev');
    const target = app.node.findAll().find((construct) => construct instanceof CfnFunction);
    if (target !== undefined) target.environment = { variables: { WEBHOOK_ALLOWED_HOSTS: 'localhost' } };

    expect(() => app.synth()).toThrow(/WEBHOOK_ALLOWED_HOSTS is not allowed in a deployed function/u);
  });
});

function variableNames(properties: unknown): readonly string[] {
  return Object.keys(Object(at(properties, 'Environment', 'Variables')));
}

async function schemaNames(operation: string): Promise<readonly string[]> {
  const file = pathToFileURL(join(functionFolder(operation), 'env.ts')).href;
  const loaded: unknown = await import(/* @vite-ignore */ file);
  return Object.keys(Object(at(loaded, 'envSchema', 'entries')));
}
