import { inspect } from 'node:util';
import { type App, Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#functions/capabilities.ts';
import { CONSUMERS, OPERATIONS } from '#functions/registry.ts';
import { STAGES, STAGE_CONFIG, configOf } from '#infra/config.ts';
import { recoveryKeyText } from '#infra/settings/recovery-key.ts';
import { LOCAL_VARIABLES } from '#shared/platform/runtime/provision-variables.ts';
import { newKeyPair } from '#shared/platform/runtime/secrets/hpke.ts';
import { composedApp } from './composed.ts';
import { at, functionOf, templatesOf } from './synthesized.ts';

/** Variables of every function: Powertools reads two of them. */
const STANDARD = ['POWERTOOLS_LOG_LEVEL', 'POWERTOOLS_SERVICE_NAME', 'STAGE'];

describe.each(STAGES)('environments of %s', (stage) => {
  it.each([...OPERATIONS, ...CONSUMERS])(
    'give $name the variables of its capabilities and no other',
    (declared) => {
      const variables = at(functionOf(stage, declared.name).properties, 'Environment', 'Variables');
      const local: readonly string[] = LOCAL_VARIABLES;
      const deployed = CAPABILITIES.variablesOf(declared).filter((name) => !local.includes(name));

      expect(Object.keys(Object(variables)).toSorted()).toEqual([...deployed, ...STANDARD].toSorted());
    },
  );

  it.each(LOCAL_VARIABLES)('never include %s, nor does anything else in a template', (name) => {
    for (const template of Object.values(templatesOf(stage))) {
      expect(JSON.stringify(template)).not.toContain(name);
    }
    expect(JSON.stringify(STAGE_CONFIG[stage])).not.toMatch(/allowed.?hosts/iu);
  });

  it.each(OPERATIONS)(
    'give $name the host of each API, because links and images have one of them',
    ({ name }) => {
      expect(at(functionOf(stage, name).properties, 'Environment', 'Variables')).toMatchObject({
        API_ORIGINS: 'https://${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}',
        PAGE_HOST: '${PagesApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}',
      });
    },
  );

  it('give deliver-webhook the delays of the specification and the hosts of both APIs', () => {
    expect(at(functionOf(stage, 'deliver-webhook').properties, 'Environment', 'Variables')).toMatchObject({
      RETRY_DELAYS: '10,60,300,1800,7200',
      QUEUE_DELAY_LIMIT: '900',
      DEFER_SECONDS: '840',
      PROBE_SECONDS: '30',
      SLOW_QUEUE_URL: '${SlowDeliveryQueue}',
      RELEASE_QUEUE_URL: '${ReleaseQueue}',
      NOTIFICATION_QUEUE_URL: '${NotificationQueue}',
      API_HOSTS: ['HttpApi', 'PagesApi']
        .map((api) => `\${${api}}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}`)
        .join(','),
      RETRY_SCHEDULE_GROUP: `workspace-${stage}-retries`,
      RETRY_SCHEDULE_ROLE_ARN: '${RetrySchedulesRole.Arn}',
      RETRY_DEAD_LETTER_ARN: '${DeliveryDeadLetters.Arn}',
      DELIVERY_QUEUE_ARN: '${DeliveryQueue.Arn}',
      DELIVERY_QUEUE_URL: '${DeliveryQueue}',
    });
  });
});

describe('the variable that sends every call through the SDK', () => {
  const variablesOfAll = (app: App) =>
    app.node
      .findAll()
      .filter((construct) => construct instanceof CfnFunction)
      .map((construct) => Object(Stack.of(construct).resolve(construct.environment)).variables);

  it('is in every function of a stage with the setting', () => {
    const all = variablesOfAll(composedApp('dev', { ...configOf('dev'), firstAttempts: 'sdk' }));

    expect(all.length).toBeGreaterThan(OPERATIONS.length);
    for (const variables of all) expect(variables).toMatchObject({ LEAN_AWS_CLIENT: 'off' });
  });

  it.each(STAGES)('is in no template of %s', (stage) => {
    expect(JSON.stringify(templatesOf(stage))).not.toContain('LEAN_AWS_CLIENT');
  });
});

describe('the guard of environments', () => {
  it('fails the synthesis when a function gets a variable that its construct does not set', () => {
    const app = composedApp('dev');
    const target = app.node.findAll().find((construct) => construct instanceof CfnFunction);
    if (target !== undefined) target.environment = { variables: { WEBHOOK_ALLOWED_HOSTS: 'localhost' } };

    expect(() => app.synth()).toThrow(/does not set the environment variable WEBHOOK_ALLOWED_HOSTS/u);
  });
});

const PUBLIC_KEY = newKeyPair().publicRaw.toString('base64url');

describe('recoveryPublicKey', () => {
  it('is the variable of functions as it is, or none', () => {
    expect(recoveryKeyText({ recoveryPublicKey: PUBLIC_KEY })).toBe(PUBLIC_KEY);
    expect(recoveryKeyText({ recoveryPublicKey: null })).toBe('none');
  });

  it.each([
    ['no key', ''],
    ['a key in base64 with padding', `${PUBLIC_KEY}=`],
    ['a key that is too short', PUBLIC_KEY.slice(1)],
    ['a point of small order, for which everybody can decrypt', Buffer.alloc(32).toString('base64url')],
  ])('fails the synthesis with the right command for %s', (_, recoveryPublicKey) => {
    expect(() => recoveryKeyText({ recoveryPublicKey })).toThrow(
      '`recoveryPublicKey` is not usable: set null, or the public key that `npm run restore -- recovery-key generate` prints.',
    );
  });

  it('fails the synthesis without the text, which can be the private key', () => {
    const failing = () => recoveryKeyText({ recoveryPublicKey: 'topsecret' });

    expect(failing).toThrow(expect.objectContaining({ cause: expect.any(Error) }));
    try {
      failing();
    } catch (error) {
      expect(inspect(error)).not.toContain('topsecret');
    }
  });

  it.each(STAGES)(
    'reaches the functions that create key pairs, and those of connections not: %s',
    (stage) => {
      const variables = (name: string) => at(functionOf(stage, name).properties, 'Environment', 'Variables');

      expect(variables('create-endpoint')).toMatchObject({ RECOVERY_PUBLIC_KEY: 'none' });
      expect(variables('return-authorization')).not.toHaveProperty('RECOVERY_PUBLIC_KEY');
      expect(variables('list-tags')).not.toHaveProperty('RECOVERY_PUBLIC_KEY');
    },
  );
});
