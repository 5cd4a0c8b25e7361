import type { DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { deliverRecords, type RecordDelivery } from '#local/pollers/deliver-records.ts';
import type { PolledRecord } from '#local/pollers/stream-record.ts';

function record(sequenceNumber: string, writtenAt = 0): PolledRecord {
  return { sequenceNumber, writtenAt, event: { dynamodb: { SequenceNumber: sequenceNumber } } };
}

function failing(...ids: string[]): unknown {
  return { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Runs a delivery against scripted responses and returns what the function received and what counted as processed. */
async function run(
  answer: (numbers: readonly string[], invocation: number) => unknown,
  options: Partial<RecordDelivery> = {},
) {
  const seen: string[] = [];
  const handled: string[] = [];
  const deleted: string[] = [];
  await deliverRecords([record('1'), record('2'), record('3'), record('4')], {
    invoke: async (event: DynamoDBStreamEvent) => {
      const numbers = event.Records.map((each) => each.dynamodb?.SequenceNumber ?? '');
      seen.push(numbers.join(','));
      return answer(numbers, seen.length);
    },
    reportsItemFailures: true,
    bisect: false,
    maximumRetries: -1,
    maximumAgeSeconds: -1,
    discard: (records, reason) =>
      deleted.push(`${records.map((each) => each.sequenceNumber).join(',')}: ${reason}`),
    handled: (each) => handled.push(each.sequenceNumber),
    pause: async () => {},
    stopping: () => false,
    now: () => 0,
    log: () => {},
    ...options,
  });
  return { seen, handled, deleted };
}

describe('deliverRecords', () => {
  it('resumes at the lowest failed record', async () => {
    const { seen, handled } = await run((_numbers, invocation) =>
      invocation === 1 ? failing('4', '3') : undefined,
    );

    expect(seen).toEqual(['1,2,3,4', '3,4']);
    expect(handled).toEqual(['2', '4']);
  });

  it.each([[failing('9')], [failing('')], [{ batchItemFailures: [{ wrong: true }] }], ['nonsense']])(
    'treats the whole batch as failed when the response is %j',
    async (answer) => {
      const { seen, handled } = await run((_numbers, invocation) =>
        invocation === 1 ? answer : { batchItemFailures: [] },
      );

      expect(seen).toEqual(['1,2,3,4', '1,2,3,4']);
      expect(handled).toEqual(['4']);
    },
  );

  it('splits a batch that throws until the poison record is alone', async () => {
    const poisoned = (numbers: readonly string[]): unknown => {
      if (numbers.includes('2')) throw new Error('poison');
      return undefined;
    };
    const { seen, handled, deleted } = await run(poisoned, { bisect: true, maximumRetries: 1 });

    expect(seen).toEqual(['1,2,3,4', '1,2', '1', '2', '2', '3,4']);
    expect(deleted).toEqual(['2: RetryAttemptsExhausted']);
    expect(handled).toEqual(['1', '2', '4']);
  });

  it('skips records that are too old and continues with the younger ones', async () => {
    let clock = 0;
    const aged = (_numbers: readonly string[], invocation: number): unknown => {
      clock = 61_000;
      return invocation === 1 ? failing('1') : undefined;
    };
    const { deleted, handled } = await run(aged, { maximumAgeSeconds: 60, now: () => clock });

    expect(deleted).toEqual(['1,2,3,4: RecordAgeExceeded']);
    expect(handled).toEqual(['4']);
  });

  it('counts nothing as processed when the process stops during a failure', async () => {
    let stopped = false;
    const { seen, handled } = await run(
      () => {
        stopped = true;
        throw new Error('down');
      },
      { stopping: () => stopped, bisect: true },
    );

    expect(seen).toEqual(['1,2,3,4']);
    expect(handled).toEqual([]);
  });

  it('accepts any response as success when the mapping does not report item failures', async () => {
    const { seen } = await run(() => failing('1'), { reportsItemFailures: false });

    expect(seen).toEqual(['1,2,3,4']);
  });
});
