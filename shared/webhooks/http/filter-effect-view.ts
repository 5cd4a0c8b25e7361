import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { FilterEffect } from '#shared/webhooks/domain/filter-effect.ts';

/** Compared events that the response lists. */
const SHOWN = 20;

/** The effect of filters on recorded events in responses. */
export const filterEffectSchema = withDescription(
  v.nullable(
    withTitle(
      'FilterEffect',
      v.object({
        events_read: withDescription(
          count,
          'Number of compared events: the newest events of the subscriptions with a filter, at most 500',
        ),
        events_matched: withDescription(
          count,
          'Number of these events that the endpoint would have received',
        ),
        oldest_at: withDescription(
          v.nullable(timestamp),
          'When the oldest compared event was recorded; null without events',
        ),
        newest_at: withDescription(
          v.nullable(timestamp),
          'When the newest compared event was recorded; null without events',
        ),
        complete: withDescription(
          v.boolean(),
          'False if the comparison ended early, after 2.5 seconds or after its last read of the event log. Older events are then not compared',
        ),
        events: withDescription(
          v.array(
            v.object({
              id: withDescription(uuid, 'ID of the event'),
              event: withDescription(v.string(), 'Name of the event'),
              recorded_at: withDescription(timestamp, 'When the platform recorded the event'),
              matched: withDescription(v.boolean(), 'Whether the endpoint would have received the event'),
            }),
          ),
          `The newest ${SHOWN} of the compared events, newest first`,
        ),
      }),
    ),
  ),
  'Which recent events match the subscriptions with their filters. Test events and events without a payload are not compared. Null if no ' +
    'subscription has a filter',
);

/** The representation of the effect of filters. */
export function filterEffectView(effect: FilterEffect | undefined): v.InferInput<typeof filterEffectSchema> {
  if (!effect) return null;
  const { compared, isComplete } = effect;
  return {
    events_read: compared.length,
    events_matched: compared.filter(({ isMatched }) => isMatched).length,
    oldest_at: compared.at(-1)?.recordedAt.toISOString() ?? null,
    newest_at: compared[0]?.recordedAt.toISOString() ?? null,
    complete: isComplete,
    events: compared.slice(0, SHOWN).map(({ id, event, recordedAt, isMatched }) => ({
      id,
      event,
      recorded_at: recordedAt.toISOString(),
      matched: isMatched,
    })),
  };
}
