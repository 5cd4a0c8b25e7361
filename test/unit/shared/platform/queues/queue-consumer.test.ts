import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  handleEach,
  queueConsumer,
  retryLater,
  RetryMessageError,
  type MessageMetadata,
} from '#shared/platform/queues/queue-consumer.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const schema = v.object({ id: v.string(), trace: v.optional(v.string()) });

function record(messageId: string, body: string, receiveCount = 1): SQSRecord {
  return {
    messageId,
    body,
    receiptHandle: 'handle',
    attributes: {
      ApproximateReceiveCount: String(receiveCount),
      SentTimestamp: '0',
      SenderId: 'sender',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:queue',
    awsRegion: 'us-east-1',
  };
}

function consumerOf(log: Log, handle: (message: { id: string }, receipt: MessageMetadata) => Promise<void>) {
  const logFields = ({ id, trace }: v.InferOutput<typeof schema>) => ({ thing_id: id, trace });
  return queueConsumer({ message: schema, logFields }, log, handleEach(log, handle));
}

function eventOf(...records: SQSRecord[]): SQSEvent {
  return { Records: records };
}

function failures(...ids: string[]) {
  return { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) };
}

describe('retryLater', () => {
  it('postpones a message after a conflict, and after no other error', async () => {
    const lost = Promise.reject(new ConcurrentUpdateError());
    const broken = Promise.reject(new Error('broken'));

    await expect(lost.catch(retryLater())).rejects.toThrow(RetryMessageError);
    await expect(broken.catch(retryLater())).rejects.toThrow('broken');
  });
});

describe('queueConsumer', () => {
  it('passes each message on, parsed, with its metadata', async () => {
    const seen: [unknown, MessageMetadata][] = [];
    const consume = consumerOf(createRecordingLog(), async (message, receipt) => {
      seen.push([message, receipt]);
    });
    const batch = eventOf(record('m1', '{"id":"a","more":1}'), record('m2', '{"id":"b"}', 3));

    expect(await consume(batch)).toEqual(failures());
    expect(seen).toEqual([
      [{ id: 'a' }, { messageId: 'm1', receiveCount: 1 }],
      [{ id: 'b' }, { messageId: 'm2', receiveCount: 3 }],
    ]);
  });

  it('fails the messages whose handler threw, and only those', async () => {
    const consume = consumerOf(createRecordingLog(), async ({ id }) => {
      if (id !== 'good') throw new Error(id);
    });
    const bodies = ['bad', 'good', 'worse'].map((id) => record(`m-${id}`, JSON.stringify({ id })));

    expect(await consume(eventOf(...bodies))).toEqual(failures('m-bad', 'm-worse'));
  });

  it.each([
    [new RetryMessageError('not now'), 'info', 'RECORD_POSTPONED'],
    [new Error('broken'), 'error', 'RECORD_FAILED'],
    // Contention that moves a message to the DLQ must leave a line that the runbooks find.
    [new ConcurrentUpdateError(), 'error', 'RECORD_FAILED'],
  ])('receives a message again after %s, logged as %s', async (thrown, level, code) => {
    const log = createRecordingLog();
    const consume = consumerOf(log, async () => {
      throw thrown;
    });

    expect(await consume(eventOf(record('m1', '{"id":"a"}')))).toEqual(failures('m1'));
    expect(log.lines.map((line) => [line.level, line.code])).toContainEqual([level, code]);
  });

  it('fails a message whose handler throws before it waits', async () => {
    const consume = consumerOf(createRecordingLog(), () => {
      throw new Error('at once');
    });

    expect(await consume(eventOf(record('m1', '{"id":"a"}')))).toEqual(failures('m1'));
  });

  it.each(['', 'no json', '{"id":1}', '[]', 'null'])(
    'fails %j, which is not a message of the queue',
    async (body) => {
      const seen: unknown[] = [];
      const consume = consumerOf(createRecordingLog(), async (message) => void seen.push(message));

      expect(await consume(eventOf(record('m1', body), record('m2', '{"id":"b"}')))).toEqual(failures('m1'));
      expect(seen).toEqual([{ id: 'b' }]);
    },
  );

  it('handles all messages concurrently, so that a hanging one delays no other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const consume = consumerOf(createRecordingLog(), ({ id }) => {
      if (id === 'last') resolve();
      return promise;
    });
    const batch = eventOf(record('m1', '{"id":"first"}'), record('m2', '{"id":"last"}'));

    expect(await consume(batch)).toEqual(failures());
  });

  it.each([
    [new RangeError('out of range'), 'RECORD_FAILED', 'RangeError'],
    [new RetryMessageError('not now'), 'RECORD_POSTPONED', 'RetryMessageError'],
  ])(
    'logs why a message comes again, with the ids that lead to what it is about',
    async (thrown, code, error) => {
      const log = createRecordingLog();
      const consume = consumerOf(log, () => Promise.reject(thrown));
      await consume(eventOf(record('m1', '{"id":"a","trace":"call-7","message_id":"forged"}')));

      expect(log.lines.at(-1)).toMatchObject({
        code,
        fields: { message_id: 'm1', thing_id: 'a', trace: 'call-7', error },
      });
    },
  );

  it('logs nothing of a message but those ids', async () => {
    const log = createRecordingLog();
    const consume = consumerOf(log, () => Promise.reject(new RangeError('out of range')));
    await consume(eventOf(record('m1', '{"id":"a","body":"secret-payload"}'), record('m2', 'secret-text')));

    expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { code: 'RECORD_MALFORMED', fields: { message_id: 'm2' } },
      { code: 'RECORD_FAILED', fields: { message_id: 'm1', thing_id: 'a' } },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('secret');
  });
});
