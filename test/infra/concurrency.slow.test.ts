import { describe, expect, it } from 'vitest';
import { concurrencyOf, reservationOf, WAITING_OPERATIONS } from '#infra/concurrency.ts';
import { STAGES, STAGE_CONFIG, configOf } from '#infra/config.ts';
import type { Stage } from '#infra/config.ts';
import { requireDeployable } from '#infra/settings/deployable.ts';
import { composedApp, composedConsumers } from './composed.ts';
import { at } from './synthesized.ts';

const ACCOUNTS = [10, 50, 200, 250, 1000] as const;
const CASES = STAGES.flatMap((stage) => ACCOUNTS.map((account) => [stage, account] as const));

type Resource = { readonly Type: string; readonly Properties?: unknown };

/** Properties of the resources of a type, over all stacks of a stage in an account of that concurrency. */
function propertiesIn(stage: Stage, accountConcurrency: number): (type: string) => readonly unknown[] {
  const { stacks } = composedConsumers(stage, { ...configOf(stage), accountConcurrency }).synth();
  const resources = stacks.flatMap(({ template }) => Object.values<Resource>(template.Resources));
  return (type) => resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
}

describe.each(CASES)('%s in an account with a concurrency of %i', { timeout: 60_000 }, (stage, account) => {
  it('fits: mappings, reservations and receives before the dead-letter queue', () => {
    const of = propertiesIn(stage, account);
    const reserved = of('AWS::Lambda::Function').flatMap((lambda) =>
      Number(at(lambda, 'ReservedConcurrentExecutions') ?? 0),
    );
    const mappings = of('AWS::Lambda::EventSourceMapping').flatMap((mapping) => {
      const most = at(mapping, 'ScalingConfig', 'MaximumConcurrency');
      return most === undefined ? [] : [Number(most)];
    });
    const receives = of('AWS::SQS::Queue').flatMap((queue) => {
      const count = at(queue, 'RedrivePolicy', 'maxReceiveCount');
      return count === undefined ? [] : [Number(count)];
    });

    expect(mappings).toHaveLength(16);
    expect(Math.min(...mappings)).toBeGreaterThanOrEqual(2);
    // Sixteen mappings of two exceed 80 % of the smallest account.
    expect(sum(mappings)).toBeLessThanOrEqual(Math.max(32, 0.8 * account));
    expect(new Set(receives)).toEqual(new Set([account < 250 ? 100 : 5]));
    const config = { ...STAGE_CONFIG[stage], accountConcurrency: account };
    const { waiting, reserves } = concurrencyOf(config);
    // The operations that wait belong to the API, which is not composed here.
    const all = sum(reserved) + (reserves ? WAITING_OPERATIONS * waiting : 0);
    expect(all).toBe(reservationOf(config));
    if (account < 250) expect(all).toBe(0);
    // Lambda rejects a reservation that leaves less than 100.
    else expect(all).toBeLessThanOrEqual(account - 100);
  });
});

describe('concurrencyOf', () => {
  it('leaves the intended values of each stage as they are in an account with the default quota', () => {
    for (const stage of STAGES) {
      const { healthy, slow } = STAGE_CONFIG[stage].deliverConcurrency;
      expect(concurrencyOf({ ...STAGE_CONFIG[stage], accountConcurrency: 1000 }).of).toEqual({
        delivery: healthy,
        slow,
        release: 2,
        recovery: 2,
        notification: 2,
        publish: 20,
        broadcast: 2,
        sending: 4,
        recompute: 2,
        message: 10,
        receipt: 5,
        calendar: 2,
        import: 2,
        removal: 2,
        download: 4,
        visit: 2,
      });
    }
  });

  it('scales the large mappings down and keeps the small ones', () => {
    const { of } = concurrencyOf({ ...STAGE_CONFIG.prod, accountConcurrency: 50 });

    expect(of).toMatchObject({ release: 2, recovery: 2, notification: 2, broadcast: 2, recompute: 2 });
    expect(of.delivery).toBeGreaterThan(of.slow ?? 0);
    expect(sum(Object.values(of))).toBeGreaterThan(32);
  });

  it('lets dev, as it is committed, deploy into any account', () => {
    expect(reservationOf(STAGE_CONFIG.dev)).toBe(0);
  });
});

describe('a stage that belongs to an account', { timeout: 60_000 }, () => {
  const assembly = () => composedApp('prod', configOf('prod', { settings: 'test' })).synth();

  it('pins every stack to the account and region, so that the CDK rejects other credentials', () => {
    const environments = assembly().stacks.map(({ environment }) => environment.name);

    expect(environments).toHaveLength(14);
    expect(new Set(environments)).toEqual(new Set(['aws://111122223333/eu-central-1']));
  });

  it('is otherwise free to use any account', () => {
    const environments = composedApp('dev')
      .synth()
      .stacks.map(({ environment }) => environment.name);

    expect(new Set(environments)).toEqual(new Set(['aws://unknown-account/unknown-region']));
  });
});

describe('requireDeployable', () => {
  it('rejects the committed settings of prod, and lists what is missing', () => {
    expect(() => requireDeployable('prod', STAGE_CONFIG.prod)).toThrow(
      /^Complete the settings of prod .*\n- `env` .*\n- `alarmMail.page` .*\n- `pageHost` .*\n/u,
    );
  });

  it('accepts test settings, which no credentials can deploy, and stages without customer data', () => {
    expect(() => requireDeployable('prod', configOf('prod', { settings: 'test' }))).not.toThrow();
    for (const stage of ['dev', 'staging'] as const)
      expect(() => requireDeployable(stage, STAGE_CONFIG[stage])).not.toThrow();
  });

  it('is not avoided by a typo', () => {
    expect(() => configOf('prod', { settings: 'tests' })).toThrow('Unknown settings "tests"');
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
