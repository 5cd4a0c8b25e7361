import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { SDK_LIMITS } from './sdk-limits.ts';

/** The commands of the platform. */
export { GetQueueAttributesCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';

/** An SQS client of the SDK; endpoint, region and credentials come from the environment. */
export function createSdkSqsClient(settings: SQSClientConfig = {}): SQSClient {
  return new SQSClient({ ...SDK_LIMITS, ...settings });
}
