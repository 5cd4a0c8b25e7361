import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { toUtcTimestamp } from '#shared/platform/core/utc-timestamp.ts';

/** A timestamp in a body or query: RFC 3339 with `Z` or an offset, on an existing day (docs/specification.md#timestamps). */
export const instantField = v.pipe(
  v.string(),
  v.check(
    (text) => toUtcTimestamp(text) !== undefined,
    issue('invalid_format', 'Use an ISO 8601 date-time on an existing day, such as "2026-03-14T09:26:53Z".'),
  ),
  v.metadata({ format: 'date-time' }),
  v.transform((text) => new Date(text)),
);
