import { useLayoutEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import type { CatalogueEvent } from '#console/screens/webhooks/endpoint-reads.ts';
import { fieldsOf } from '#console/screens/webhooks/event-filters/event-fields.ts';
import { EMPTY_CONDITION } from '#console/screens/webhooks/event-filters/filter-draft.ts';
import { FilterEditor } from '#console/screens/webhooks/event-filters/filter-editor.tsx';
import { type Effect, FilterEffect } from '#console/screens/webhooks/event-filters/filter-effect.tsx';
import type { DraftSubscription } from './endpoint-draft.ts';

/** If there are more filters, each is one line until the person opens it. */
const MAX_OPEN = 5;

/**
 * The filters of the chosen events. Only events with a filter are listed, because an endpoint can have 200 subscriptions and most of them have no
 * filter.
 */
export function FiltersSection({
  events,
  chosen,
  error,
  effect,
  waitsFor,
  onChange,
}: {
  readonly events: readonly CatalogueEvent[];
  readonly chosen: readonly DraftSubscription[];
  readonly error: Error | null;
  /** What the filters would have done; undefined before the API has compared them. */
  readonly effect: Effect | null | undefined;
  /** What the person must do before the API can compare the filters, such as `Enter the URL`. */
  readonly waitsFor: string;
  readonly onChange: (chosen: readonly DraftSubscription[]) => void;
}) {
  const id = useId();
  const [picked, setPicked] = useState('');
  const [added, setAdded] = useState('');
  const section = useRef<HTMLFieldSetElement>(null);
  /** What gets the focus after a filter was added or removed. */
  const focus = useRef<string | undefined>(undefined);
  const open = chosen.filter(({ filter }) => !filter);
  const target = open.find((each) => keyOf(each) === picked) ?? open[0];
  const filters = chosen.length - open.length;
  useLayoutEffect(() => {
    if (focus.current !== undefined) section.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  }, [filters]);

  const titleOf = (each: DraftSubscription) => nameOf(events, each);
  const set = (subscription: DraftSubscription, filter: DraftSubscription['filter']): void =>
    onChange(chosen.map((each) => (each === subscription ? { ...each, filter } : each)));

  if (chosen.length === 0) return null;
  return (
    <fieldset ref={section}>
      <legend>Filters (optional)</legend>
      <p class="soft">
        A filter is compared with the data of each event. Your endpoint receives only the events that match.
      </p>
      {chosen.map(
        (subscription, index) =>
          subscription.filter && (
            <FilterEditor
              key={keyOf(subscription)}
              name={keyOf(subscription)}
              title={titleOf(subscription)}
              isFolded={filters > MAX_OPEN && keyOf(subscription) !== added}
              fields={fieldsIn(events, subscription)}
              draft={subscription.filter}
              pointer={`#/subscriptions/${index}/filter`}
              error={error}
              onChange={(filter) => set(subscription, filter)}
              onRemove={() => {
                focus.current = 'button.adder';
                set(subscription, null);
              }}
            />
          ),
      )}
      {target && (
        <div class="field">
          <label htmlFor={id}>Event</label>
          <div class="actions">
            <Select
              id={id}
              value={keyOf(target)}
              choices={open.map((each) => [keyOf(each), titleOf(each)] as const)}
              onValue={setPicked}
            />
            <Button
              label="Add a filter"
              quiet
              mark="adder"
              onClick={() => {
                focus.current = `[data-filter="${CSS.escape(keyOf(target))}"] select`;
                setAdded(keyOf(target));
                set(target, { conditions: [EMPTY_CONDITION], text: undefined });
              }}
            />
          </div>
        </div>
      )}
      {filters > 0 && <FilterEffect effect={effect} waitsFor={waitsFor} />}
    </fieldset>
  );
}

function keyOf({ event, channel }: DraftSubscription): string {
  return `${event} ${channel}`;
}

function nameOf(events: readonly CatalogueEvent[], { event, channel }: DraftSubscription): string {
  const title = events.find((each) => each.event === event)?.title ?? event;
  return channel === 'all' ? title : `${title} on ${channel}`;
}

function fieldsIn(events: readonly CatalogueEvent[], { event }: DraftSubscription) {
  const found = events.find((each) => each.event === event);
  return found ? fieldsOf(found) : [];
}
