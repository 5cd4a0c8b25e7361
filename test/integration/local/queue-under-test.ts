import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { startQueueServer, type QueueWatch } from '#local/queues/queue-server.ts';
import type { QueueDescription } from '#local/template/platform.ts';

export type QueueUnderTest = {
  readonly sqs: SQSClient;
  /** The client that the pollers of the local stack use. */
  readonly direct: Pick<SQSClient, 'send'>;
  /** The watch of `jobs`. */
  readonly watch: QueueWatch;
  readonly queues: readonly QueueDescription[];
  readonly jobs: QueueDescription;
  readonly dead: QueueDescription;
  send(body: string, group?: string, DelaySeconds?: number): Promise<void>;
  /** Receives every visible message of the queue. */
  drain(queue: QueueDescription): Promise<Message[]>;
  /** How many messages are in flight. */
  hidden(): Promise<number>;
  stop(): Promise<void>;
};

/** A queue with a dead-letter queue, in fauxqs. */
export async function startQueueUnderTest(
  directory: string,
  visibilitySeconds: number,
): Promise<QueueUnderTest> {
  const server = await startQueueServer(directory);
  const sqs = new SQSClient({
    endpoint: server.endpoint,
    region: LOCAL_AWS.region,
    credentials: LOCAL_AWS.credentials,
  });
  const describeQueue = (name: string, attributes: Record<string, string>): QueueDescription => ({
    name,
    url: server.queueUrl(name),
    arn: `arn:aws:sqs:${LOCAL_AWS.region}:${LOCAL_AWS.account}:${name}`,
    visibilitySeconds,
    attributes: { VisibilityTimeout: String(visibilitySeconds), ...attributes },
  });
  const dead = describeQueue('Dead', {});
  const jobs = describeQueue('Jobs', {
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 2 }),
  });
  await server.createQueues(sqs, [dead, jobs]);
  return {
    sqs,
    direct: server.direct,
    watch: server.watch(jobs.name),
    queues: [dead, jobs],
    jobs,
    dead,
    send: async (body, group, DelaySeconds) => {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: jobs.url,
          MessageBody: body,
          ...(group === undefined ? {} : { MessageGroupId: group }),
          ...(DelaySeconds === undefined ? {} : { DelaySeconds }),
        }),
      );
    },
    drain: async (queue) => {
      const all: Message[] = [];
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queue.url,
            MaxNumberOfMessages: 10,
            MessageSystemAttributeNames: ['All'],
            MessageAttributeNames: ['All'],
          }),
        );
        if (Messages.length === 0) return all;
        for (const { ReceiptHandle } of Messages)
          await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }));
        all.push(...Messages);
      }
    },
    hidden: async () => {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: jobs.url,
          AttributeNames: ['ApproximateNumberOfMessagesNotVisible'],
        }),
      );
      return Number(Attributes?.['ApproximateNumberOfMessagesNotVisible']);
    },
    stop: async () => {
      sqs.destroy();
      await server.stop();
    },
  };
}
