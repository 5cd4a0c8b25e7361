import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { toUtcTimestamp, withLeapSecond } from '#shared/platform/core/utc-timestamp.ts';

/** In a query string, `+` means a space, so an offset that is not encoded arrives like this. */
const LOST_PLUS = /T[\d:.]+ \d\d:\d\d$/iu;

/** @__NO_SIDE_EFFECTS__ */
function timestampText(read: (text: string) => string | undefined) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => !LOST_PLUS.test(text),
      issue(
        'invalid_format',
        'A "+" in a URL means a space. Encode the "+" of the offset as "%2B", or use UTC with "Z".',
      ),
    ),
    v.check(
      (text) => LOST_PLUS.test(text) || read(text) !== undefined,
      issue(
        'invalid_format',
        'Use an RFC 3339 date-time with "Z" or an offset, on an existing day, such as "2026-03-14T09:26:53Z".',
      ),
    ),
    v.metadata({ format: 'date-time' }),
    v.transform((text) => read(text) ?? ''),
  );
}

/** A timestamp in a body or query: RFC 3339 with `Z` or an offset, on an existing day (docs/specification.md#timestamps). */
export const instantField = v.pipe(
  timestampText(toUtcTimestamp),
  v.transform((timestamp) => new Date(timestamp)),
);

/** The time of an event, as UTC with milliseconds: also a leap second, which is stored as it was sent. */
export const observedTimeField = timestampText(withLeapSecond);
