import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { DispatchRequest } from '#shared/webhooks/domain/delivery-message.ts';
import type { Faults } from './faults.ts';
import type { Process } from './process.ts';
import type { Timeline } from './timeline.ts';

const BATCH = 5;
const AGAIN_MS = 1000;

export type SimStreamOptions = {
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly startProcess: () => Process;
  readonly onLoss: (request: DispatchRequest) => void;
  readonly consume: (process: Process, event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
};

type Entry = { readonly number: string; readonly request: DispatchRequest; isPoison: boolean };

export type SimStream = ReturnType<typeof createSimStream>;

/** The stream of the core table with its mapping: in order, a batch again and again until it succeeds. */
export function createSimStream({ timeline, faults, startProcess, onLoss, consume }: SimStreamOptions) {
  const entries = new Map<string, Entry>();
  const quarantined: Entry[] = [];
  let waiting: Entry[] = [];
  let isReading = false;
  let count = 0;
  let restsUntil = 0;

  function put(request: DispatchRequest, isPoison: boolean): void {
    count += 1;
    const entry = { number: String(count), request, isPoison };
    entries.set(entry.number, entry);
    waiting.push(entry);
    wake(faults.delays.between(20, 400));
  }

  function wake(milliseconds: number): void {
    if (isReading) return;
    isReading = true;
    timeline.after(Math.max(milliseconds, restsUntil - timeline.now()), () => void read());
  }

  async function read(): Promise<void> {
    const batch = waiting.slice(0, BATCH);
    const process = startProcess();
    timeline.say(process.name, () => `reads records ${batch.map(({ number }) => number).join(', ')}`);
    const again = (): void => {
      isReading = false;
      wake(AGAIN_MS);
    };
    // A crashed process returns nothing; the mapping detects it by its timeout at the latest.
    const notice = timeline.after(process.remainingMs() + 1, again);
    const response = await consume(process, { Records: batch.map(({ number }) => recordOf(number)) }).catch(
      () => undefined,
    );
    if (!response) return process.die('by an error of its own');
    notice();
    process.finish();
    const failedFrom = response.batchItemFailures[0]?.itemIdentifier;
    const done =
      failedFrom === undefined ? batch.length : batch.findIndex(({ number }) => number === failedFrom);
    waiting = waiting.slice(done);
    isReading = false;
    if (waiting.length > 0) wake(failedFrom === undefined ? 1 : AGAIN_MS);
  }

  return {
    /** The stream records of an inserted item. A recovery is not lost here: only a person would find it. */
    insert(request: DispatchRequest): void {
      if (request.kind !== 'recovery' && faults.hits('loss')) {
        timeline.say('stream', () => `loses a record (${request.kind})`);
        return onLoss(request);
      }
      timeline.say('stream', () => `gets record ${count + 1} (${request.kind})`);
      const isPoison = faults.hits('poison');
      if (isPoison) onLoss(request);
      put(request, isPoison);
    },

    readRecord({ dynamodb }: DynamoDBRecord): DispatchRequest {
      const entry = entries.get(dynamodb?.SequenceNumber ?? '');
      if (!entry || entry.isPoison) throw new Error('Unreadable record');
      return entry.request;
    },

    quarantine({ dynamodb }: DynamoDBRecord): void {
      const entry = entries.get(dynamodb?.SequenceNumber ?? '');
      if (entry) quarantined.push(entry);
    },

    /** The code is fixed, and quarantined records are dispatched. */
    redrive(): void {
      for (const entry of entries.values()) entry.isPoison = false;
      for (const { request } of quarantined.splice(0)) put(request, false);
    },

    rest(until: number): void {
      restsUntil = until;
    },
  };
}

function recordOf(SequenceNumber: string): DynamoDBRecord {
  return { eventName: 'INSERT', dynamodb: { SequenceNumber } };
}
