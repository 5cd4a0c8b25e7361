import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { findTimeZone } from '#shared/platform/identity/time-zone.ts';

/** The IANA name of a time zone, in any case; any other text is rejected with `timezone_unknown`. */
export const timeZoneName = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => findTimeZone(text) !== undefined,
    issue('timezone_unknown', 'Use an IANA name such as "Europe/Berlin".'),
  ),
  v.transform((text) => findTimeZone(text) ?? text),
);
