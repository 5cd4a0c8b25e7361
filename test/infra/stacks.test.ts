import { describe, expect, it } from 'vitest';
import { CONSUMERS, OPERATIONS } from '#functions/registry.ts';
import { STAGES, STAGE_CONFIG, configOf, stageNamed } from '#infra/config.ts';
import { ROLES_PER_STAGE } from '#infra/settings/role-quota.ts';
import { functionsOf, resourcesOf, stacksOf, templatesOf } from './synthesized.ts';

/** The limit of CloudFormation is 500; the rest is reserved for a deployment that adds before it removes. */
const RESOURCE_LIMIT = 450;

describe('stageNamed', () => {
  it.each(STAGES)('accepts %s', (stage) => {
    expect(stageNamed(stage)).toBe(stage);
  });

  it.each(['', 'Prod', 'production', 'toString'])('rejects "%s" and lists the stages', (name) => {
    expect(() => stageNamed(name)).toThrow(`Unknown stage "${name}": use one of dev, staging, prod`);
  });
});

describe('configOf', () => {
  it('is the stage, or the same with a rollout without steps', () => {
    expect(configOf('prod')).toBe(STAGE_CONFIG.prod);
    expect(configOf('prod', { rollout: 'now' })).toEqual({ ...STAGE_CONFIG.prod, rollout: 'now' });
  });

  it.each(['', 'Now', 'all-at-once'])('rejects the rollout "%s"', (rollout) => {
    expect(() => configOf('prod', { rollout })).toThrow(`Unknown rollout "${rollout}": leave it out, or use`);
  });
});

describe.each(STAGES)('configuration of %s', (stage) => {
  const config = STAGE_CONFIG[stage];

  it('gives the slow lane its own concurrency, at the maximum of a mapping', () => {
    expect(config.deliverConcurrency.slow).toBeGreaterThanOrEqual(2);
    expect(config.deliverConcurrency.slow).toBeLessThan(config.deliverConcurrency.healthy);
  });

  it('defers for less than the 15 minutes that an attempt may be delayed, and less than the maximum delay of a queue', () => {
    expect(config.breaker.deferSeconds).toBeLessThan(900);
    expect(config.breaker.probeSeconds).toBeLessThan(config.breaker.deferSeconds);
  });

  it('keeps queue delays within the limit of SQS', () => {
    expect(config.queueDelayLimit).toBeLessThanOrEqual(900);
  });
});

describe.each(STAGES)('stacks of %s', (stage) => {
  const templates = templatesOf(stage);

  it('have no more roles than the preflight counts', () => {
    const roles = resourcesOf(stage, 'AWS::IAM::Role').length;

    // A preview has one more, of the function that empties its buckets.
    expect(roles).toBeGreaterThan(ROLES_PER_STAGE - 30);
    expect(roles + 3).toBeLessThanOrEqual(ROLES_PER_STAGE);
  });

  const products = [...new Set(OPERATIONS.map(({ product }) => product))].filter(
    (product) => product !== 'meta',
  );

  it('are alarms, data, delivery, scheduling, visits, api, one per product that has operations, gateway and observability', () => {
    const parts = [
      'alarms',
      'data',
      'delivery',
      'scheduling',
      'visits',
      'api',
      ...products,
      'gateway',
      'observability',
    ];
    const expected = parts.map((part) => `workspace-${stage}-${part}`);

    expect(Object.keys(templates).toSorted()).toEqual(expected.toSorted());
  });

  it('contain each operation in the stack of its product', () => {
    for (const { operation, stack } of functionsOf(stage)) {
      const consumer = CONSUMERS.find(({ name }) => name === operation);
      const product = OPERATIONS.find(({ name }) => name === operation)?.product ?? consumer?.stack;
      expect(`${operation} in ${stack}`).toBe(
        `${operation} in workspace-${stage}-${product === 'meta' ? 'api' : product}`,
      );
    }
  });

  it.each(Object.entries(templates))(
    '%s stays well below the resource limit of a stack',
    (_name, template) => {
      expect(Object.keys(template.Resources).length).toBeLessThan(RESOURCE_LIMIT);
    },
  );

  it('deploy the stage after every route it has settings for', () => {
    const gateway = stacksOf(stage)[`workspace-${stage}-gateway`];

    expect(gateway?.dependencies).toEqual(
      expect.arrayContaining(products.map((product) => `workspace-${stage}-${product}`)),
    );
  });

  it('refer to each other by exports, so that CloudFormation rejects the removal of what another stack uses', () => {
    const text = JSON.stringify(templates);

    expect(text).toContain('Fn::ImportValue');
    expect(text).not.toContain('Fn::GetStackOutput');
  });
});
