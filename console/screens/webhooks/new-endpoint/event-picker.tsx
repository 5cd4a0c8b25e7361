import { ChevronRight } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Icon } from '#console/parts/icon.tsx';
import type { CatalogueEvent } from '#console/screens/webhooks/endpoint-reads.ts';
import { EventRow } from './event-row.tsx';
import { filterPointer, hasIssues, type Picking } from './picking.ts';

/** The events of the catalogue by group, each with its description, its channels and its filters. `children` follow the list. */
export function EventPicker({
  events,
  chosen,
  error,
  onChange,
  children,
}: Picking & { readonly children: ComponentChildren }) {
  const id = useId();
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const offered = events.filter(({ subscribable }) => subscribable);
  const found = offered.filter(({ event, title, description }) => {
    const searched = `${event} ${title} ${description}`.toLowerCase();
    // An error is never hidden by a search.
    return words.every((word) => searched.includes(word)) || hasIssues({ chosen, error }, event);
  });
  const products = new Set(events.filter(({ subscribable }) => !subscribable).map(({ product }) => product));

  return (
    <fieldset class="picker" aria-describedby={`${id}-error`}>
      <legend>Events</legend>
      <div class="picker-head">
        <p class="soft">
          {chosen.length === 0
            ? 'Choose at least one event.'
            : `${chosen.length} ${chosen.length === 1 ? 'subscription' : 'subscriptions'}.`}{' '}
          An event that is limited to a channel arrives only if it happened on this channel.
          {chosen.length > 0 &&
            ' A filter is compared with the data of each event. Your endpoint receives only the events that match.'}
        </p>
        <FieldErrors
          id={`${id}-error`}
          pointer="#/subscriptions"
          error={error}
          except={chosen.flatMap(({ filter }, index) => (filter ? [filterPointer(index)] : []))}
        />
        <div class="field">
          <label htmlFor={id}>Find an event</label>
          <input
            id={id}
            type="search"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      </div>
      <div class="picker-list">
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, members]) => (
          <EventGroup
            key={group}
            name={group}
            members={members}
            count={offered.filter((each) => each.group === group).length}
            chosen={chosen}
            error={error}
            onChange={onChange}
          />
        ))}
      </div>
      <div class="picker-end">
        {found.length === 0 && <p>No event matches.</p>}
        {[...products].map((product) => (
          <p key={product} class="soft">
            Events of {product} require the permission <code>{product}:webhooks:subscribe</code>.
          </p>
        ))}
        {children}
      </div>
    </fieldset>
  );
}

/** A group of events. A person can fold it, but not while one of its filters has an error. */
function EventGroup({
  name,
  members,
  count,
  chosen,
  error,
  onChange,
}: Omit<Picking, 'events'> & {
  readonly name: string;
  readonly members: readonly CatalogueEvent[];
  /** How many events the group has, also those that the search does not show. */
  readonly count: number;
}) {
  const [isOpen, setOpen] = useState(true);
  const isWrong = members.some(({ event }) => hasIssues({ chosen, error }, event));
  // Before the form moves the focus to its first error.
  useLayoutEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  const picked = members.filter(({ event }) => chosen.some((each) => each.event === event)).length;
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon node={ChevronRight} size="s" flips />
        <span>{name}</span>
        <span class="soft">{picked === 0 ? count : `${picked} of ${count}`}</span>
      </summary>
      <section aria-label={name}>
        {members.map((event) => (
          <EventRow key={event.event} event={event} chosen={chosen} error={error} onChange={onChange} />
        ))}
      </section>
    </details>
  );
}
