import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#shared/store/table.ts';

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

/** The stream's record of an item that was inserted, changed or removed, by its images before and after. */
export function changeOf(
  before: Item | undefined,
  after: Item | undefined,
  SequenceNumber = '1',
): DynamoDBRecord {
  const eventName = before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT';
  return {
    eventName,
    dynamodb: {
      SequenceNumber,
      ...(before ? { OldImage: imageOf(before) } : {}),
      ...(after ? { NewImage: imageOf(after) } : {}),
    },
  };
}

function imageOf(item: Item): Image {
  // The SDK and aws-lambda describe the same attribute values by two types.
  return marshall(item, { removeUndefinedValues: true }) as Image;
}
