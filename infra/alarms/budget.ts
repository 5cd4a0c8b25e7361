import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';

/**
 * A monthly budget of the stage. It follows the tag `stage`, which the payer of the account must activate as a cost allocation tag,
 * and does not contain costs that AWS cannot tag (docs/operations.md#costs).
 */
export function addBudget(scope: Construct, { stage, config }: Deployment, topic: ITopic): void {
  const subscriber = { subscriptionType: 'SNS', address: topic.topicArn };
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `workspace-${stage}-${Stack.of(scope).region}`,
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
}
