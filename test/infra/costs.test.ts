import { describe, expect, it } from 'vitest';
import { idleGoal, idleLines } from '#bench/cost/bills/idle-bill.ts';
import { standingLines } from '#bench/cost/bills/standing-bill.ts';
import { isMet } from '#bench/cost/goals.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { composedApp } from './composed.ts';
import { at, resourcesOf, templatesOf } from './synthesized.ts';

describe.each(STAGES)('costs of %s', (stage) => {
  it('have a budget whose messages go to the topic of warnings', () => {
    const [budget, ...others] = resourcesOf(stage, 'AWS::Budgets::Budget');

    expect(others).toEqual([]);
    expect(at(budget?.properties, 'Budget')).toMatchObject({
      BudgetLimit: { Amount: STAGE_CONFIG[stage].monthlyBudget, Unit: 'USD' },
      CostFilters: { TagKeyValue: [`user:stage$${stage}`] },
      TimeUnit: 'MONTHLY',
    });
    expect(JSON.stringify(budget?.properties)).toContain('${WarnTopic}');
  });

  it('have no monitor for unusual spending, which a member account of an organization cannot create', () => {
    expect(resourcesOf(stage).filter(({ type }) => type.startsWith('AWS::CE::'))).toEqual([]);
  });
});

describe('a stage with costAnomalies', { timeout: 60_000 }, () => {
  it('has the monitor in a stack of its own, which is deployed last and no other stack depends on', () => {
    const app = composedApp('dev', { ...STAGE_CONFIG.dev, costAnomalies: true });
    const { stacks } = app.synth();
    const own = stacks.find(({ stackName }) => stackName === 'workspace-dev-cost-anomalies');
    const template: unknown = own?.template;
    const monitor = at(template, 'Resources', 'AnomalyMonitor', 'Properties');

    expect(JSON.parse(String(at(monitor, 'MonitorSpecification')))).toMatchObject({
      Tags: { Key: 'stage', Values: ['dev'] },
    });
    expect(at(template, 'Resources', 'AnomalySubscription', 'Properties', 'Subscribers', 0)).toMatchObject({
      Type: 'SNS',
      Address: { 'Fn::ImportValue': expect.stringContaining('WarnTopic') },
    });
    expect(own?.dependencies.map(({ id }) => id)).toContain('workspace-dev-observability');
    expect(
      stacks.filter(({ dependencies }) => dependencies.some(({ id }) => id === own?.id)).map(({ id }) => id),
    ).toEqual([]);
    expect(
      stacks.filter(
        ({ stackName, template: other }) =>
          stackName !== own?.stackName && JSON.stringify(other).includes('AWS::CE::'),
      ),
    ).toEqual([]);
  });
});

describe('an idle dev stage', () => {
  it('costs less than $8.75 a month, and a stage with alarms and a dashboard more', () => {
    const { found, limit } = idleGoal(templatesOf('dev'));

    expect(limit).toBe(8.75);
    expect(found, `the limit: an idle dev stage costs $${found.toFixed(2)} (idle-bill.ts)`).toBeLessThan(
      limit,
    );
    expect(found).toBeGreaterThan(2);
    expect(isMet(idleGoal(templatesOf('prod')))).toBe(false);
  });

  it('is billed for every queue and schedule of its templates', () => {
    const whatOf = (component: string) =>
      idleLines(templatesOf('dev')).find((each) => each.component === component)?.what;
    const schedules = resourcesOf('dev', 'AWS::Scheduler::Schedule').length;
    const mappings = resourcesOf('dev', 'AWS::Lambda::EventSourceMapping');
    const queues = mappings.filter(
      ({ properties }) => !JSON.stringify(properties).includes('StartingPosition'),
    );

    expect(whatOf('schedules fired')).toBe(`${schedules} per minute`);
    expect(whatOf('queues polled')).toBe(`${queues.length} queues`);
    expect(queues.length).toBeGreaterThan(0);
  });

  it('has one key, and neither alarms nor a dashboard', () => {
    const lines = standingLines(templatesOf('dev'));

    expect(lines.map(({ what }) => what)).toEqual(['1', '0', '0']);
    expect(
      resourcesOf('dev', 'AWS::Lambda::Alias').filter(({ resource }) => 'UpdatePolicy' in resource),
    ).toEqual([]);
  });
});
