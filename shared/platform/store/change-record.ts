import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { auditEntryOf } from '#shared/platform/audit/store/audit-items.ts';
import { scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import type { PlannedJob, StreamChange } from '#shared/platform/core/stream-change.ts';
import { parseItem } from './item-schema.ts';
import { toScheduledJob } from './schedule-items.ts';
import type { Item } from './table.ts';

/** What of an item says when it is due; the place in the index says the rest. */
const planned = v.object({
  dueSk: v.pipe(v.string(), v.transform(toScheduledJob), scheduledJobSchema),
  dueTimer: v.boolean(),
});

/** Reads a record of the core table's stream. @throws MalformedItemError if an image's plan cannot be read */
export function readChangeRecord({ dynamodb = {} }: DynamoDBRecord): StreamChange {
  const { OldImage, NewImage } = dynamodb;
  const [before, after] = [OldImage && itemOf(OldImage), NewImage && itemOf(NewImage)];
  return {
    due: { before: planOf(before), after: planOf(after) },
    entry: after ? auditEntryOf(before, after) : null,
  };
}

function planOf(item: Item | undefined): PlannedJob | null {
  if (item?.['dueSk'] === undefined) return null;
  const { dueSk: job, dueTimer: timer } = parseItem(planned, item);
  return { job, timer };
}

/** aws-lambda and the SDK describe the same attribute values by two types, of which a copy is neither. */
function itemOf(image: object): Item {
  return unmarshall({ ...image });
}
