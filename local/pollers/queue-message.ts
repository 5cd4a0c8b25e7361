import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSMessageAttribute, SQSRecord } from 'aws-lambda';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { GROUP_ATTRIBUTE } from '#local/queues/group-attribute.ts';

/** Converts a received message to the record that Lambda passes to a function. */
export function toQueueRecord(message: Message, queueArn: string): SQSRecord {
  const system: Record<string, string> = message.Attributes ?? {};
  const { [GROUP_ATTRIBUTE]: group, ...own } = message.MessageAttributes ?? {};
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...system,
      ApproximateReceiveCount: system['ApproximateReceiveCount'] ?? '1',
      ApproximateFirstReceiveTimestamp: system['ApproximateFirstReceiveTimestamp'] ?? '0',
      SenderId: system['SenderId'] ?? '',
      SentTimestamp: system['SentTimestamp'] ?? '0',
      ...(group?.StringValue === undefined ? {} : { MessageGroupId: group.StringValue }),
    },
    messageAttributes: Object.fromEntries(
      Object.entries(own).map(([name, value]) => [name, toAttribute(value)]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: LOCAL_AWS.region,
  };
}

function toAttribute(value: MessageAttributeValue): SQSMessageAttribute {
  return {
    dataType: value.DataType ?? 'String',
    ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
    ...(value.BinaryValue === undefined
      ? {}
      : { binaryValue: Buffer.from(value.BinaryValue).toString('base64') }),
  };
}
