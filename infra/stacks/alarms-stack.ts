import { CfnOutput } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Severity } from '#infra/config.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { fixLogicalId, pascalCase } from '#infra/constructs/logical-id.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';

/** SNS topics of the alarms of all other stacks: `page` needs action immediately, `warn` can wait. */
export class AlarmsStack extends PlatformStack {
  readonly topics: Readonly<Record<Severity, Topic>>;

  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'alarms', {
      description: 'Workspace platform: SNS topics for alarms',
    });
    this.topics = { page: this.topic(deployment, 'page'), warn: this.topic(deployment, 'warn') };
    for (const [severity, topic] of Object.entries(this.topics))
      new CfnOutput(this, `${pascalCase(severity)}TopicArn`, { value: topic.topicArn });
  }

  private topic({ stage, config }: Deployment, severity: Severity): Topic {
    const topic = new Topic(this, `${pascalCase(severity)}Topic`, {
      displayName: `workspace ${stage} ${severity}`,
      enforceSSL: true,
    });
    fixLogicalId(topic, `${pascalCase(severity)}Topic`);
    // A topic policy replaces the default one, which allows every service of the account to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: ['cloudwatch', 'budgets', 'costalerts'].map(
          (service) => new ServicePrincipal(`${service}.amazonaws.com`),
        ),
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    const mail = config.alarmMail[severity];
    if (mail !== null) topic.addSubscription(new EmailSubscription(mail));
    return topic;
  }
}
