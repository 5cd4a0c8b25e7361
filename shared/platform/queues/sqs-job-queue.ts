import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { messageText } from './message-text.ts';

/** A queue of background work on endpoints, in SQS: fair by endpoint; a job may wait up to 900 s. */
export type JobQueue<Job> = {
  send(job: Job, delaySeconds?: number): Promise<void>;
};

/** The queue behind this URL; what its jobs are is its consumer's schema. */
export function createSqsJobQueue<Job extends { readonly endpoint_id: string }>(
  client: SQSClient,
  queueUrl: string,
): JobQueue<Job> {
  return {
    async send(job, delaySeconds = 0) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: messageText(job),
          MessageGroupId: job.endpoint_id,
          DelaySeconds: delaySeconds,
        }),
      );
    },
  };
}
