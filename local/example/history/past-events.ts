import { type ExampleEvent, exampleEvents } from '#local/example/example-events.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { type History, HISTORY_DAYS } from './history.ts';
import { idAt } from './seeded.ts';
import { eventsOn, timesOn } from './traffic.ts';

/** The events of a day of the past, in order, with the endpoints that they matched then. */
export function pastEventsOn(
  history: History,
  daysBefore: number,
  directoryAt: (at: Date) => readonly DirectoryEntry[],
): readonly RecordedEvent[] {
  const { workspaceId } = history;
  const story = storyUntil(history, daysBefore);
  return timesOn(history, daysBefore).map((at, index) => {
    const { event: name, channel, data } = story(index);
    const event = findEvent(name);
    if (!event) throw new Error(`the catalogue has no event ${name}`);
    const id = idAt(at, `${workspaceId} event ${daysBefore} ${index}`);
    return buildEvent(
      { event, workspaceId, occurredAt: at, channel, data },
      { id, now: at, directory: directoryAt(at), correlationId: `example-${daysBefore}-${index}` },
    );
  });
}

/** What happened on a day, by position. The rounds of the story follow one another, and the one of today is the next. */
function storyUntil(history: History, daysBefore: number): (index: number) => ExampleEvent {
  const days = Array.from({ length: HISTORY_DAYS + 1 }, (_, ago) => eventsOn(history, ago));
  const length = exampleEvents().length;
  const laterOrOn = days.slice(0, daysBefore + 1).reduce((sum, count) => sum + count, 0);
  const rounds = new Map<number, readonly ExampleEvent[]>();
  return (index) => {
    // Counted from the end, so that the last event of today ends a round.
    const position = index - laterOrOn;
    const round = Math.floor(position / length);
    const events = rounds.get(round) ?? exampleEvents(round);
    rounds.set(round, events);
    const event = events[position - round * length];
    if (!event) throw new Error(`the example has no event ${position}`);
    return event;
  };
}
