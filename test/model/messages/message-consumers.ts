import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { consumer as deliverMessage } from '#functions/messaging/deliver-message/consumer.ts';
import { createHandler as createDeliverMessage } from '#functions/messaging/deliver-message/handler.ts';
import { consumer as recordReceipt } from '#functions/messaging/record-receipt/consumer.ts';
import { createHandler as createRecordReceipt } from '#functions/messaging/record-receipt/handler.ts';
import { type ScheduledJob, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { queueMessages, toLambdaHandler } from '#shared/platform/entry/consumer-entry.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { Process } from '#test/model/process.ts';
import type { Timeline } from '#test/model/timeline.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';
import type { MessageLedger } from './message-ledger.ts';
import { type MessageParts, partsOfRun } from './message-parts.ts';
import type { MessageQueues } from './message-queues.ts';
import type { Provider } from './provider.ts';
import { STAGE } from './settings.ts';

/** The messages of the model are texts. */
const NO_FILES = {
  media: { find: async () => undefined, nextId: async () => 1, create: async () => undefined },
  files: { inspect: async () => undefined, copy: async () => false, remove: async () => undefined },
  incomingFiles: { fetch: async () => undefined },
  sniff: { length: 0, detect: async () => undefined },
};

const jobText = v.pipe(v.string(), v.parseJson(), scheduledJobSchema);

const NO_METRICS = { add: () => undefined };

/** The consumers of jobs and receipts on the ports of the model, with a possible crash at every call. */
export function createMessageConsumers({
  timeline,
  ledger,
  parts,
  provider,
  queue,
  onDeliver,
}: {
  readonly timeline: Timeline;
  readonly ledger: MessageLedger;
  readonly parts: MessageParts;
  readonly provider: Provider;
  readonly queue: () => MessageQueues['queue'];
  /** Called when a run on a job starts. */
  readonly onDeliver: (job: ScheduledJob) => void;
}) {
  function runtimeOf({ name, clock }: Process) {
    const line = (message: { code: string }): void => timeline.say(name, () => `log ${message.code}`);
    const log: Log = { debug: () => undefined, info: line, warn: line, error: line };
    return { clock, newNonce: randomUUID, backOff: noPause, log };
  }

  /** Notes an acceptance when its write takes effect, even if the run ends then. */
  function watchedStore(store: MessageParts['store']): MessageParts['store'] {
    return {
      ...store,
      async save(...given) {
        await store.save(...given);
        const [, after] = given;
        if (after.status === 'sent') ledger.accepted.add(after.id);
      },
    };
  }

  return {
    deliver: eachMessage((process, event) => {
      for (const { body } of event.Records) onDeliver(v.parse(jobText, body));
      const run = process.startRun();
      const sender = provider.senderOf(run);
      const ports = {
        ...partsOfRun({ ...parts, store: watchedStore(parts.store) }, run),
        queue: {
          sendLater: (...given: Parameters<MessageQueues['queue']['sendLater']>) =>
            run.call('queue.sendLater', () => queue().sendLater(...given)),
        },
        media: NO_FILES.media,
        senders: { sms: sender, whatsapp: sender },
      };
      const runtime = runtimeOf(process);
      const handler = createDeliverMessage({ ...ports, ...runtime, queueDelayLimit: 900 });
      return toLambdaHandler(deliverMessage, [queueMessages], handler, runtime)(event);
    }),

    record: eachMessage((process, event) => {
      const ports = { ...partsOfRun(parts, process.startRun()), ...NO_FILES, metrics: NO_METRICS };
      const runtime = runtimeOf(process);
      const handler = createRecordReceipt({ ...ports, ...runtime, stage: STAGE });
      return toLambdaHandler(recordReceipt, [queueMessages], handler, runtime)(event);
    }),
  };
}

/** Each message has a run of its own, so the consumer receives each message as a batch of one. */
function eachMessage(consume: (process: Process, event: SQSEvent) => Promise<SQSBatchResponse>) {
  return async (process: Process, { Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const responses = await Promise.all(Records.map((record) => consume(process, { Records: [record] })));
    return { batchItemFailures: responses.flatMap(({ batchItemFailures }) => batchItemFailures) };
  };
}
