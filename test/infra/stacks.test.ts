import { describe, expect, it } from 'vitest';
import { CONSUMERS, OPERATIONS, OPERATIONS_BY_STACK } from '#functions/registry.ts';
import { STAGES, STAGE_CONFIG, configOf, stageNamed } from '#infra/config.ts';
import { ROLES_PER_STAGE } from '#infra/settings/role-quota.ts';
import { functionsOf, resourcesOf, stacksOf, templatesOf } from './synthesized.ts';

/**
 * The limit of CloudFormation is 500. The rest is reserved for some new operations, of seven resources each, and for a deployment that
 * adds before it removes. To divide a deployed stack later takes two deployments (decision 95).
 */
const RESOURCE_LIMIT = 350;

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

  const parts = Object.keys(OPERATIONS_BY_STACK).filter((part) => part !== 'api');

  it('are alarms, data, delivery, scheduling, visits, api, one per part of the API, gateway and observability', () => {
    const others = ['alarms', 'data', 'delivery', 'scheduling', 'visits', 'api', 'gateway', 'observability'];
    const expected = [...others, ...parts].map((part) => `workspace-${stage}-${part}`);

    expect(Object.keys(templates).toSorted()).toEqual(expected.toSorted());
  });

  it('contain each operation once, in the stack of its part, and each consumer in the stack that it names', () => {
    const stackOfOperation = Object.entries(OPERATIONS_BY_STACK).flatMap(([part, operations]) =>
      operations.map(({ name }) => `${name} in workspace-${stage}-${part}`),
    );
    const stackOfConsumer = CONSUMERS.map(({ name, stack }) => `${name} in workspace-${stage}-${stack}`);

    expect(
      functionsOf(stage)
        .map(({ operation, stack }) => `${operation} in ${stack}`)
        .toSorted(),
    ).toEqual([...stackOfOperation, ...stackOfConsumer].toSorted());
    expect(stackOfOperation).toHaveLength(OPERATIONS.length);
  });

  it.each(Object.entries(templates))(
    '%s stays well below the resource limit of a stack',
    (name, template) => {
      const count = Object.keys(template.Resources).length;

      expect(
        count,
        `${name} has ${count} resources: divide it now, because decision 95 says why it is harder later`,
      ).toBeLessThan(RESOURCE_LIMIT);
    },
  );

  it('deploy the stage after every route it has settings for', () => {
    const gateway = stacksOf(stage)[`workspace-${stage}-gateway`];

    expect(gateway?.dependencies).toEqual(
      expect.arrayContaining(parts.map((part) => `workspace-${stage}-${part}`)),
    );
  });

  it('refer to each other by exports, so that CloudFormation rejects the removal of what another stack uses', () => {
    const text = JSON.stringify(templates);

    expect(text).toContain('Fn::ImportValue');
    expect(text).not.toContain('Fn::GetStackOutput');
  });
});
