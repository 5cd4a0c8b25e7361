import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { localDate, localTime } from '#shared/platform/http/local-time-field.ts';
import { timeZoneName } from '#shared/platform/http/time-zone-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';

/** The time zone of a request (docs/specification/publishing.md#time-zones-of-requests). */
export const timezoneField = v.optional(
  withDescription(
    timeZoneName,
    'IANA name of the time zone of `date` and `time`; the time zone of the workspace by default. The response has them in the ' +
      'time zone of the workspace',
  ),
);

/** A date and a time for a post, in any time zone. */
export const timeFields = {
  date: v.optional(withDescription(localDate, 'Day in `timezone`, `YYYY-MM-DD`. Requires `time`')),
  time: v.optional(withDescription(localTime, 'Time of the day in `timezone`, `HH:mm`. Requires `date`')),
  timezone: timezoneField,
};

const FIELDS = {
  postNow: v.optional(
    withDescription(v.boolean(), '`true` publishes the post now, regardless of its date and time'),
    false,
  ),
  ...timeFields,
};

const QUEUE_FIELDS = {
  ...FIELDS,
  queue: v.optional(
    withDescription(v.boolean(), '`true` schedules the post for the next free slot of the posting queue'),
    false,
  ),
};

type SentChoice = {
  readonly postNow: boolean;
  readonly queue?: boolean;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
};

/** A time that replaces the stored date and time of a post. */
export const publishingTimeBody = v.pipe(
  jsonObject(FIELDS),
  v.check((sent) => choicesOf(sent) <= 1, oneTime('postNow, or date and time')),
);

/** The same, or the next free slot of the posting queue. */
export const publishingTimeOrQueueBody = v.pipe(
  jsonObject(QUEUE_FIELDS),
  v.check((sent) => choicesOf(sent) <= 1, oneTime('postNow, queue, or date and time')),
);

function choicesOf({ postNow, queue = false, date, time }: SentChoice): number {
  return [postNow, queue, date !== undefined || time !== undefined].filter(Boolean).length;
}

/** The message for two fields that choose different times for a post. */
export function oneTime(names: string) {
  return issue(
    publishingErrors.schedule_conflict,
    `These fields choose different times for the post. Send only one of ${names}.`,
  );
}
