import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';

/** Smallest unusual daily spending, in dollars, that is reported. */
const ANOMALY_DOLLARS = 10;

/**
 * A monitor for unusual spending of the stage. AWS creates monitors of a tag only in a management account, or in an account without
 * an organization, so the stack exists only with `costAnomalies`, and nothing depends on it.
 */
export class CostAnomaliesStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, topic: ITopic) {
    const { stage } = deployment;
    super(scope, deployment, 'cost-anomalies', {
      description: 'Workspace platform: monitor for unusual spending',
    });
    const name = `workspace-${stage}`;
    const monitor = new CfnAnomalyMonitor(this, 'AnomalyMonitor', {
      monitorName: name,
      monitorType: 'CUSTOM',
      monitorSpecification: JSON.stringify({
        Tags: { Key: 'stage', Values: [stage], MatchOptions: ['EQUALS'] },
      }),
    });
    new CfnAnomalySubscription(this, 'AnomalySubscription', {
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
}
