import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';

/** Smallest unusual daily spending, in dollars, that is reported. */
const ANOMALY_DOLLARS = 10;

/**
 * A monthly budget of the stage and a monitor for unusual spending. Both follow the tag `stage`, which the payer of the account
 * must activate as a cost allocation tag (docs/operations.md#costs). Both are free.
 */
export function guardCosts(scope: Construct, { stage, config }: Deployment, topic: ITopic): void {
  const subscriber = { subscriptionType: 'SNS', address: topic.topicArn };
  const name = `workspace-${stage}`;
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `${name}-${Stack.of(scope).region}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: config.monthlyBudget, unit: 'USD' },
      costFilters: { TagKeyValue: [`user:stage$${stage}`] },
    },
    notificationsWithSubscribers: [
      ['ACTUAL', 80] as const,
      ['ACTUAL', 100] as const,
      ['FORECASTED', 100] as const,
    ].map(([notificationType, threshold]) => ({
      notification: {
        notificationType,
        threshold,
        comparisonOperator: 'GREATER_THAN',
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [subscriber],
    })),
  });
  const monitor = new CfnAnomalyMonitor(scope, 'AnomalyMonitor', {
    monitorName: name,
    monitorType: 'CUSTOM',
    monitorSpecification: JSON.stringify({
      Tags: { Key: 'stage', Values: [stage], MatchOptions: ['EQUALS'] },
    }),
  });
  new CfnAnomalySubscription(scope, 'AnomalySubscription', {
    subscriptionName: name,
    frequency: 'IMMEDIATE',
    monitorArnList: [monitor.attrMonitorArn],
    subscribers: [{ type: 'SNS', address: topic.topicArn }],
    thresholdExpression: JSON.stringify({
      Dimensions: {
        Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
        MatchOptions: ['GREATER_THAN_OR_EQUAL'],
        Values: [String(ANOMALY_DOLLARS)],
      },
    }),
  });
}
