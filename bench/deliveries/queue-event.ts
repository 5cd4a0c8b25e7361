import type { SQSEvent } from 'aws-lambda';

/** An SQS event with these message bodies. */
export function queueEvent(bodies: readonly string[]): SQSEvent {
  return {
    Records: bodies.map((body, index) => ({
      messageId: String(index),
      receiptHandle: '-',
      body,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '0',
        SenderId: '-',
        ApproximateFirstReceiveTimestamp: '0',
      },
      messageAttributes: {},
      md5OfBody: '-',
      eventSource: 'aws:sqs',
      eventSourceARN: '-',
      awsRegion: '-',
    })),
  };
}
