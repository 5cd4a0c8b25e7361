import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import type { PlannedJob, StreamChange } from '#shared/platform/core/stream-change.ts';
import { unmarshall } from './attribute-values.ts';
import { auditEntryOf } from './audit-items.ts';
import { parseItem } from './item-schema.ts';
import { toScheduledJob } from './schedule-items.ts';
import type { Item } from './table.ts';

/** The attributes of a scheduled job. The sort key of the index encodes the job; `dueTimer` is true if the job gets a timer. */
const planned = v.object({
  dueSk: v.pipe(v.string(), v.transform(toScheduledJob), scheduledJobSchema),
  dueTimer: v.boolean(),
});

/** Parses a record of the core table's stream. @throws MalformedItemError if the scheduled job of an image cannot be parsed */
export function readChangeRecord({ dynamodb = {} }: DynamoDBRecord): StreamChange {
  const { OldImage, NewImage } = dynamodb;
  const [before, after] = [OldImage && unmarshallImage(OldImage), NewImage && unmarshallImage(NewImage)];
  return {
    due: { before: readPlannedJob(before), after: readPlannedJob(after) },
    entry: after ? auditEntryOf(before, after) : null,
  };
}

function readPlannedJob(item: Item | undefined): PlannedJob | null {
  // Contacts are in the same index, by the day of their next date, and have no job of their own.
  if (item?.['dueTimer'] === undefined) return null;
  const { dueSk: job, dueTimer: timer } = parseItem(planned, item);
  return { job, timer };
}

/** `aws-lambda` and the SDK declare the same attribute values with two types; a copy satisfies both. */
function unmarshallImage(image: object): Item {
  return unmarshall({ ...image });
}
