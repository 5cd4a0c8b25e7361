import { SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as v from 'valibot';
import { deliveryJobSchema } from '#shared/domain/delivery/delivery-job.ts';
import type { DeliveryQueue } from '#shared/domain/ports/delivery-queue.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { type FaultyClient, makeFaulty } from './faulty-client.ts';
import { createMemoryDeliveryQueue, type QueuedJob } from './memory-delivery-queue.ts';

const jobText = v.pipe(v.string(), v.parseJson(), deliveryJobSchema);

/** A queue of one's own on an emulator, behind a client that faults can be put into. */
export type SqsBench = {
  readonly client: SQSClient;
  readonly faults: FaultyClient;
  readonly queueUrl: string;
  readonly queueArn: string;
  /** Every message in the queue, without receiving it. */
  messages(): { body: string; delaySeconds: number }[];
  empty(): void;
  /** One more queue, of which `messages` tells nothing; gives its URL. */
  addQueue(name: string): string;
  stop(): Promise<void>;
};

export async function startSqsBench(): Promise<SqsBench> {
  const server = await startFauxqs({ port: 0, logger: false });
  const { queueArn } = server.createQueue('deliveries', { region: 'us-east-1' });
  const client = new SQSClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 2,
  });
  return {
    client,
    faults: makeFaulty(client),
    queueUrl: `http://127.0.0.1:${server.port}/000000000000/deliveries`,
    queueArn,
    messages: () => messagesOf(server),
    empty: () => server.reset(),
    addQueue(name) {
      server.createQueue(name, { region: 'us-east-1' });
      return `http://127.0.0.1:${server.port}/000000000000/${name}`;
    },
    async stop() {
      client.destroy();
      await server.stop();
    },
  };
}

function messagesOf(server: FauxqsServer) {
  const { ready = [], delayed = [] } = server.inspectQueue('deliveries')?.messages ?? {};
  return [...ready, ...delayed].map(({ body, delayUntil, sentTimestamp }) => ({
    body,
    delaySeconds: delayUntil === undefined ? 0 : Math.round((delayUntil - sentTimestamp) / 1000),
  }));
}

export type QueueBench = {
  readonly queue: DeliveryQueue;
  contents(): QueuedJob[];
  breakDown(): Promise<void>;
  stop(): Promise<void>;
};

/** What the contract suites of the delivery queue and of the retry planner run on. */
export const QUEUE_BENCHES: readonly { readonly name: string; readonly start: () => Promise<QueueBench> }[] =
  [
    {
      name: 'in memory',
      async start() {
        const queue = createMemoryDeliveryQueue();
        return {
          queue,
          contents: () => queue.sent,
          breakDown: async () => queue.breakDown(),
          stop: async () => undefined,
        };
      },
    },
    {
      name: 'on SQS',
      async start() {
        const { client, queueUrl, messages, stop } = await startSqsBench();
        return {
          queue: createSqsDeliveryQueue(client, queueUrl),
          contents: () =>
            messages().map(({ body, delaySeconds }) => ({ job: v.parse(jobText, body), delaySeconds })),
          breakDown: stop,
          stop: async () => undefined,
        };
      },
    },
  ];
