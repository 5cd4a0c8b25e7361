import { Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import type { WorkQueue } from './work-queue.ts';

/** Services that report the status of messages, with the first part of the ARNs of their resources. */
const SERVICES = [
  { principal: 'sms-voice.amazonaws.com', resources: 'sms-voice' },
  { principal: 'social-messaging.amazonaws.com', resources: 'social-messaging' },
] as const;

/**
 * Where the receipts of AWS come from. A topic receives the events of the configuration set, incoming text messages, and the events of
 * WhatsApp Business accounts. The rule receives the status of messages on the default bus as well: without the IDs of the platform, but
 * also if an event destination is missing. Both are best effort.
 */
export function addReceiptSources(
  scope: Construct,
  { stage }: Deployment,
  { queue, deadLetters }: WorkQueue,
): void {
  const { account, partition, region } = Stack.of(scope);
  const topic = new Topic(scope, 'ReceiptTopic', {
    topicName: `workspace-${stage}-receipts`,
    enforceSSL: true,
  });
  fixLogicalId(topic, 'ReceiptTopic');
  for (const { principal, resources } of SERVICES)
    topic.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal(principal)],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:${resources}:${region}:${account}:*` },
        },
      }),
    );
  // Not raw: an incoming text message has no time but that of its notification.
  topic.addSubscription(
    new SqsSubscription(queue, { rawMessageDelivery: false, deadLetterQueue: deadLetters }),
  );

  const rule = new Rule(scope, 'ReceiptRule', {
    ruleName: `workspace-${stage}-receipts`,
    description: 'Status of messages that were sent through AWS End User Messaging',
    eventPattern: { source: ['aws.sms-voice', 'aws.social-messaging'] },
    targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
  });
  fixLogicalId(rule, 'ReceiptRule');
}
