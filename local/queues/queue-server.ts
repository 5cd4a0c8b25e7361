import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { FauxqsServer } from 'fauxqs';
import { LOCAL_AWS } from '#local/aws-identity.ts';
import type { QueueDescription } from '#local/template/platform.ts';
import { releaseReceipts } from './release-receipts.ts';
import { createSqsFront } from './sqs-front.ts';
import { startLoopbackFauxqs } from './start-fauxqs.ts';

export type QueueServer = {
  /** The URL for SQS clients. */
  readonly endpoint: string;
  queueUrl(name: string): string;
  /** Creates missing queues and updates the attributes of existing ones, whose messages are kept. */
  createQueues(sqs: SQSClient, queues: readonly QueueDescription[]): Promise<void>;
  stop(): Promise<void>;
};

/** Starts fauxqs with its messages in `directory`; none of them is in flight. */
export async function startQueueServer(directory: string): Promise<QueueServer> {
  mkdirSync(directory, { recursive: true });
  releaseReceipts(join(directory, 'fauxqs.db'));
  const server = await startLoopbackFauxqs(
    { port: 0, logger: false, dataDir: directory, defaultRegion: LOCAL_AWS.region },
    createSqsFront,
  );
  const endpoint = `http://127.0.0.1:${server.port}`;
  // Without a region in the host name, fauxqs finds the queue by name, whatever the port of the last run was.
  const queueUrl = (name: string): string => `${endpoint}/${LOCAL_AWS.account}/${name}`;
  return {
    endpoint,
    queueUrl,
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
