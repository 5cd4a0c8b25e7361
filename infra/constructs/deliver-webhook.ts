import { Duration } from 'aws-cdk-lib';
import { OperationFunction } from './operation-function.ts';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { allow, allowOpening, allowSending } from './grants.ts';
import { mapQueue } from './event-mappings.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from './deployment.ts';
import type { FunctionEnvironment } from './function-environment.ts';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RetrySchedules } from './retry-schedules.ts';
import type { WorkQueue } from './work-queue.ts';

export type DeliverWebhookProps = {
  readonly data: DataStack;
  readonly delivery: WorkQueue;
  readonly retries: RetrySchedules;
  readonly apiHosts: string;
};

/** The delivery queue's consumer: signs, posts, records the attempt and plans the next one. */
export class DeliverWebhook extends OperationFunction {
  constructor(scope: Construct, deployment: Deployment, props: DeliverWebhookProps) {
    const { reserved, mapping } = deployment.config.deliverConcurrency;
    super(scope, deployment, {
      name: 'deliver-webhook',
      description: 'Sends signed webhooks and plans their retries',
      // 8 s for the request, the rest for reads, the record and the next send.
      timeout: Duration.seconds(15),
      environment: environment(deployment, props),
      statements: statements(props),
      reservedConcurrency: reserved,
      // Its retries come back to its own queue. Loop detection would take the 16th wake of a delivery, which an outage of
      // KMS or a held endpoint can reach, for a runaway and drop it; attempts are bounded by the delivery itself.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    mapQueue(this.lambda, props.delivery.queue, mapping);
  }
}

function environment({ config }: Deployment, props: DeliverWebhookProps): FunctionEnvironment {
  const { data, delivery, retries, apiHosts } = props;
  return {
    CORE_TABLE: data.coreTable.tableName,
    DELIVERY_TABLE: data.deliveryTable.tableName,
    DELIVERY_QUEUE_URL: delivery.queue.queueUrl,
    DELIVERY_QUEUE_ARN: delivery.queue.queueArn,
    SECRET_KEY_ID: data.secretKey.keyArn,
    RETRY_SCHEDULE_GROUP: retries.groupName,
    RETRY_SCHEDULE_ROLE_ARN: retries.roleArn,
    RETRY_DEAD_LETTER_ARN: delivery.deadLetters.queueArn,
    RETRY_DELAYS: config.retryDelays.join(','),
    QUEUE_DELAY_LIMIT: String(config.queueDelayLimit),
    API_HOSTS: apiHosts,
  };
}

function statements({ data, delivery, retries }: DeliverWebhookProps): PolicyStatement[] {
  return [
    allow(['dynamodb:GetItem'], [data.coreTable.tableArn]),
    allow(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], [data.deliveryTable.tableArn]),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [delivery.queue.queueArn]),
    allowSending(delivery.queue),
    allowOpening(data.secretKey, 'signing'),
    ...retries.creating(),
  ];
}
