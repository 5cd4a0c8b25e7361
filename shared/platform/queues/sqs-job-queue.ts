import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { SendMessageCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import { messageText } from './message-text.ts';

/** An SQS queue of background jobs for endpoints, fair by endpoint. A delay is at most 900 s. */
export type JobQueue<Job> = {
  send(job: Job, delaySeconds?: number): Promise<void>;
};

/** Creates the queue for a URL; the consumer defines the schema of the jobs. */
export function createSqsJobQueue<Job extends { readonly endpointId: string }>(
  client: SqsClient,
  queueUrl: string,
): JobQueue<Job> {
  return {
    async send(job, delaySeconds = 0) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: messageText(job),
          MessageGroupId: job.endpointId,
          DelaySeconds: delaySeconds,
        }),
      );
    },
  };
}
