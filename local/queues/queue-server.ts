import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { SetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { FauxqsServer } from 'fauxqs';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import type { QueueDescription } from '#local/template/platform.ts';
import { createDirectClient } from './direct-client.ts';
import { releaseReceipts } from './release-receipts.ts';
import { createSqsFront } from './sqs-front.ts';
import { startLoopbackFauxqs } from './start-fauxqs.ts';

/** When a poller should receive from a queue. It need not ask while there is nothing to receive. */
export type QueueWatch = {
  /** Calls `listener` after each request that sent messages to the queue. */
  onSent(listener: () => void): void;
  /** Epoch milliseconds at which the next message is visible; undefined if the queue is empty. */
  nextVisibleAt(): number | undefined;
};

export type QueueServer = {
  /** The URL for SQS clients. */
  readonly endpoint: string;
  queueUrl(name: string): string;
  /** For the pollers, without a socket. */
  readonly direct: Pick<SQSClient, 'send'>;
  watch(name: string): QueueWatch;
  /** Creates missing queues and updates the attributes of existing ones, whose messages are kept. */
  createQueues(sqs: SQSClient, queues: readonly QueueDescription[]): Promise<void>;
  stop(): Promise<void>;
};

/** Starts fauxqs with its messages in `directory`; none of them is in flight. */
export async function startQueueServer(directory: string): Promise<QueueServer> {
  mkdirSync(directory, { recursive: true });
  releaseReceipts(join(directory, 'fauxqs.db'));
  const sent = new EventEmitter();
  let requests: RequestListener | undefined;
  const server = await startLoopbackFauxqs(
    { port: 0, logger: false, dataDir: directory, defaultRegion: LOCAL_AWS.region },
    (fauxqs) => {
      requests = fauxqs;
      return createSqsFront(fauxqs, (name) => sent.emit(name));
    },
  );
  if (requests === undefined) throw new Error('fauxqs has no listener for requests');
  const endpoint = `http://127.0.0.1:${server.port}`;
  // Without a region in the host name, fauxqs finds the queue by name, whatever the port of the last run was.
  const queueUrl = (name: string): string => `${endpoint}/${LOCAL_AWS.account}/${name}`;
  return {
    endpoint,
    queueUrl,
    direct: createDirectClient(requests),
    watch: (name) => ({
      onSent: (listener) => void sent.on(name, listener),
      nextVisibleAt: () => nextVisibleAt(server, name),
    }),
    createQueues: async (sqs, queues) => {
      for (const queue of queues) await ensureQueue(server, sqs, queue);
    },
    stop: () => server.stop(),
  };
}

/** Creating an existing queue would delete its messages, so only its attributes are updated. */
async function ensureQueue(server: FauxqsServer, sqs: SQSClient, queue: QueueDescription): Promise<void> {
  if (server.inspectQueue(queue.name) === undefined) {
    server.createQueue(queue.name, { region: LOCAL_AWS.region, attributes: { ...queue.attributes } });
    return;
  }
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes: { ...queue.attributes } }));
}

function nextVisibleAt(server: FauxqsServer, name: string): number | undefined {
  const messages = server.inspectQueue(name)?.messages;
  if (messages === undefined) return undefined;
  if (messages.ready.length > 0) return 0;
  const times = [
    ...messages.delayed.map(({ delayUntil }) => delayUntil ?? 0),
    ...messages.inflight.map(({ visibilityDeadline }) => visibilityDeadline),
  ];
  return times.length === 0 ? undefined : times.reduce((least, time) => Math.min(least, time));
}
