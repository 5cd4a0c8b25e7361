import type { operations } from '#clients/typescript/schema.d.ts';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';

export type Effect = NonNullable<
  operations['previewEndpoint']['responses'][200]['content']['application/json']['data']['filter_effect']
>;

/** What the filters of a draft would have done with recent events. */
export function FilterEffect({
  effect,
  waitsFor,
}: {
  readonly effect: Effect | null | undefined;
  readonly waitsFor: string;
}) {
  return (
    <section aria-label="Try the filter">
      <h3>Try the filter</h3>
      <div aria-live="polite">
        {effect ? (
          <Count effect={effect} />
        ) : (
          <p class="soft">{waitsFor} to see which recent events match.</p>
        )}
      </div>
      {effect && effect.events.length > 0 && <Compared events={effect.events} />}
    </section>
  );
}

function Count({ effect }: { readonly effect: Effect }) {
  const { events_read: read, events_matched: matched, complete } = effect;
  if (read === 0) {
    return (
      <Notice tone="warn">
        {complete
          ? 'No event can be compared: none of these events was recorded in the last 7 days, or their payloads were erased.'
          : 'The comparison ended early, before it found an event.'}
      </Notice>
    );
  }
  return (
    <>
      <p class={matched === 0 ? 'notice' : undefined}>
        {matched === 0 ? 'None' : matched} of the newest {read}{' '}
        {read === 1 ? 'event matches' : 'events match'}
        <Range effect={effect} />. {matched === 0 && 'The filter would have excluded all of them.'}
      </p>
      {!complete && <p class="soft">The comparison ended early, so older events were not compared.</p>}
    </>
  );
}

/** The newest of the compared events. */
function Compared({ events }: Pick<Effect, 'events'>) {
  return (
    <details class="folded">
      <summary>{events.length === 1 ? 'The newest event' : `The newest ${events.length} events`}</summary>
      <ul class="rows" aria-label="Compared events">
        {events.map(({ id, event, recorded_at: at, matched: isMatched }) => (
          <li key={id}>
            <a href={`/console/events/${id}`}>
              <code>{event}</code>
            </a>
            <State name={isMatched ? 'matches' : 'excluded'} />
            <When at={at} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Exact times: relative ones would be read aloud again and again. */
function Range({ effect: { oldest_at: oldest, newest_at: newest } }: { readonly effect: Effect }) {
  const { timeFormat } = useSigned();
  if (oldest === null || newest === null) return null;
  const shown = (at: string) => <time dateTime={at}>{timeFormat.format(new Date(at))}</time>;
  return (
    <>
      , from {shown(oldest)} to {shown(newest)}
    </>
  );
}
