import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { createAwsJsonClient } from '#local/aws-json-client.ts';

export type PollingClients = {
  readonly streams: Pick<DynamoDBStreamsClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  destroy(): void;
};

/** The clients of the pollers. Their responses are those of the SDK clients except for times and bytes, which stay as in JSON. */
export function createPollingClients(endpoints: {
  readonly dynamodb: string;
  readonly sqs: string;
}): PollingClients {
  const streams = createAwsJsonClient({
    endpoint: endpoints.dynamodb,
    service: 'DynamoDBStreams_20120810',
    version: '1.0',
  });
  const sqs = createAwsJsonClient({ endpoint: endpoints.sqs, service: 'AmazonSQS', version: '1.0' });
  return {
    streams,
    sqs,
    destroy: () => {
      streams.destroy();
      sqs.destroy();
    },
  };
}
