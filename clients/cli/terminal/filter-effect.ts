import type { components } from '@workspace-platform/client/schema';
import { paint, type Painted } from './screen.ts';

type Effect = components['schemas']['FilterEffect'];

/** What the filters of a preview would have done with recent events, in one sentence; undefined without filters. */
export function filterEffect(effect: Effect | null | undefined): Painted | undefined {
  if (!effect) return undefined;
  const { events_read: read, events_matched: matched, complete: isComplete } = effect;
  if (read === 0)
    return paint(
      'yellow',
      isComplete
        ? 'no recent events to compare the filters with'
        : 'incomplete: the comparison ended early, before it found an event',
    );
  const amount = matched === 0 ? 'none' : String(matched);
  const events = `${amount} of the newest ${read} ${read === 1 ? 'event' : 'events'}`;
  const verb = matched < 2 ? 'matches' : 'match';
  const end = isComplete ? '' : '; incomplete: the comparison ended early, so older events were not compared';
  const isNotable = matched === 0 || !isComplete;
  return paint(isNotable ? 'yellow' : 'green', `${events} ${verb} (${daysOf(effect)})${end}`);
}

function daysOf({ oldest_at: oldest, newest_at: newest }: Effect): string {
  const [from, to] = [oldest, newest].map((instant) => instant?.slice(0, 10) ?? '?');
  return from === to ? `${from}` : `${from} … ${to}`;
}
