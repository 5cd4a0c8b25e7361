import { DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import { Duration } from 'aws-cdk-lib';
import { ConsumerFunction } from './consumer-function.ts';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { allow, allowNotingHealth, allowSending } from '#infra/constructs/grants.ts';
import { mapQueue } from './event-mappings.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';

export type ReleaseDeliveriesProps = {
  readonly data: DataStack;
  readonly releaseQueue: IQueue;
  readonly deliveryQueue: IQueue;
  readonly slowQueue: IQueue;
};

/** A look takes some milliseconds; two at a time are more than any number of dead endpoints asks for. */
const CONCURRENCY = 2;

const [BY_OPEN] = DELIVERY_TABLE.indexes;

/** The release queue's consumer: probes endpoints that give no answer, and lets their parked deliveries go when they do. */
export class ReleaseDeliveries extends ConsumerFunction {
  constructor(scope: Construct, deployment: Deployment, props: ReleaseDeliveriesProps) {
    const { data, releaseQueue, deliveryQueue, slowQueue } = props;
    super(scope, deployment, {
      name: 'release-deliveries',
      description: 'Probes endpoints that gave no answer and lets their parked deliveries go',
      stalledImpact: 'Webhooks to endpoints that answer again wait up to 15 minutes longer than they had to',
      timeout: Duration.seconds(15),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        DELIVERY_TABLE: data.deliveryTable.tableName,
        DELIVERY_QUEUE_URL: deliveryQueue.queueUrl,
        SLOW_QUEUE_URL: slowQueue.queueUrl,
        RELEASE_QUEUE_URL: releaseQueue.queueUrl,
        PROBE_SECONDS: String(deployment.config.breaker.probeSeconds),
      },
      statements: statements(props),
      reservedConcurrency: CONCURRENCY,
      // It asks itself for the next probe as long as an endpoint gives no answer, which can be days.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    mapQueue(this, releaseQueue, CONCURRENCY);
  }
}

function statements({
  data: { coreTable, deliveryTable },
  releaseQueue,
  deliveryQueue,
  slowQueue,
}: ReleaseDeliveriesProps): PolicyStatement[] {
  return [
    allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem'], [coreTable.tableArn]),
    allowNotingHealth(coreTable),
    allow(['dynamodb:Query'], [`${deliveryTable.tableArn}/index/${BY_OPEN.name}`]),
    allow(['dynamodb:BatchGetItem'], [deliveryTable.tableArn]),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [releaseQueue.queueArn]),
    allowSending(releaseQueue, deliveryQueue, slowQueue),
  ];
}
