import { AwsError } from '#local/aws/aws-error.ts';

/** The timestamp of a one-time expression `at(2026-01-31T09:00:00)` in `timezone`. */
export function instantOf(expression: string, timezone: string): number {
  const local = /^at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)$/.exec(expression)?.[1];
  if (local === undefined)
    throw new AwsError(
      'ValidationException',
      `Invalid Schedule Expression ${expression}: only at() runs here.`,
    );
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local))
    throw new AwsError('ValidationException', `Invalid Schedule Expression ${expression}.`);
  // The offset depends on the timestamp, which depends on the offset: a second pass gives the right result on days of clock
  // changes.
  const guess = asUtc - offsetAt(asUtc, timezone);
  return asUtc - offsetAt(guess, timezone);
}

function offsetAt(instant: number, timezone: string): number {
  const parts = formatter(timezone).formatToParts(instant);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

function formatter(timezone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new AwsError('ValidationException', `Invalid ScheduleExpressionTimezone ${timezone}.`);
  }
}
