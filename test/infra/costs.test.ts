import { describe, expect, it } from 'vitest';
import { standingLines } from '#bench/cost/standing-bill.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
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

  it('have a monitor for unusual spending of the stage', () => {
    const [monitor] = resourcesOf(stage, 'AWS::CE::AnomalyMonitor');
    const [subscription] = resourcesOf(stage, 'AWS::CE::AnomalySubscription');

    expect(JSON.parse(String(at(monitor?.properties, 'MonitorSpecification')))).toMatchObject({
      Tags: { Key: 'stage', Values: [stage] },
    });
    expect(at(subscription?.properties, 'Subscribers', 0)).toEqual({ Type: 'SNS', Address: '${WarnTopic}' });
  });
});

describe('an idle dev stage', () => {
  it('has one key, and neither alarms nor a dashboard', () => {
    const lines = standingLines(templatesOf('dev'));

    expect(lines.map(({ what }) => what)).toEqual(['1', '0', '0']);
    expect(
      resourcesOf('dev', 'AWS::Lambda::Alias').filter(({ resource }) => 'UpdatePolicy' in resource),
    ).toEqual([]);
  });
});
