import * as v from 'valibot';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import { EVENT_CODES, isEventName } from '#shared/events/catalogue/event-codes.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

/** The query parameter `event`: the name of an event. A name that no event has is rejected, because nothing could match it. */
export function eventParameter(description: string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.check(
        isEventName,
        issue(
          eventsErrors.event_unknown,
          'No event has this name. The operation listAvailableEvents returns all names.',
        ),
      ),
      v.metadata({ enum: Object.keys(EVENT_CODES) }),
      v.description(description),
    ),
  );
}

/** The query parameter `channel` of lists of events. */
export const channelParameter = v.optional(
  withDescription(
    v.picklist(CHANNELS.filter((channel) => channel !== 'all')),
    'Only events that happened on this channel',
  ),
);

/** Whether a time range does not end before it begins; for a check of `since` and `until`. */
export function isTimeRange({
  since,
  until,
}: {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}): boolean {
  return since === undefined || until === undefined || since <= until;
}

/** The error of a time range that ends before it begins. */
export const timeRangeIssue = issue('out_of_range', '"until" must not be before "since".');
