import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import { toLocalTime, toTimestamp } from '#shared/platform/core/zoned-time.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { ProposedTime } from './post-approval.ts';

/** A date and time of a request, in its time zone or, by default, in the time zone of the workspace. */
export type SentTime = {
  readonly date?: string | null | undefined;
  readonly time?: string | null | undefined;
  readonly timezone?: string | undefined;
};

/** The time of a request, as it is stored; null if the request has none. */
export type ChosenTime =
  | { readonly chosen: ProposedTime | null; readonly issues: readonly [] }
  | { readonly chosen: null; readonly issues: readonly ValidationIssue[] };

/**
 * Converts the date and time of a request to the time zone of the workspace, in which posts store them
 * (docs/specification/publishing.md#time-zones-of-requests). A date without a time, or a time without a date, is an issue.
 */
export function chooseTime({ date, time, timezone }: SentTime, workspaceZone: string): ChosenTime {
  const [day, hour] = [date ?? null, time ?? null];
  if (day === null && hour === null) return { chosen: null, issues: [] };
  if (day === null || hour === null)
    return { chosen: null, issues: [incomplete(day === null ? 'date' : 'time')] };
  const scheduledAt = toTimestamp(day, hour, timezone ?? workspaceZone);
  if (timezone === undefined || timezone === workspaceZone)
    return { chosen: { date: day, time: hour, scheduledAt }, issues: [] };
  const local = toLocalTime(scheduledAt, workspaceZone);
  if (toTimestamp(local.date, local.time, workspaceZone).getTime() !== scheduledAt.getTime())
    return { chosen: null, issues: [repeated(local.time, workspaceZone)] };
  return { chosen: { ...local, scheduledAt }, issues: [] };
}

function incomplete(missing: 'date' | 'time'): ValidationIssue {
  return {
    pointer: `#/${missing}`,
    ...publishingErrors.schedule_incomplete(),
    detail: `Send date and time together. The ${missing} is missing.`,
  };
}

/** When clocks go back, a local time occurs twice, and a stored date and time mean the first. */
function repeated(time: string, zone: string): ValidationIssue {
  return {
    pointer: '#/time',
    code: 'invalid_time',
    detail:
      `At this moment, the clocks of the workspace (${zone}) show ${time} for the second time, and a post can only be ` +
      'scheduled for the first. Choose another time.',
  };
}
