import { Filter } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import type { CatalogueEvent, Channel } from '#console/screens/webhooks/endpoint-reads.ts';
import { fieldsOf } from '#console/screens/webhooks/event-filters/event-fields.ts';
import { EMPTY_CONDITION } from '#console/screens/webhooks/event-filters/filter-draft.ts';
import { FilterEditor } from '#console/screens/webhooks/event-filters/filter-editor.tsx';
import { type DraftSubscription, toggled } from './endpoint-draft.ts';
import { filterPointer, type Picking } from './picking.ts';

const ALL_CHANNELS: readonly Channel[] = ['all', 'whatsapp', 'facebook', 'instagram', 'sms', 'tiktok'];

/** If there are more filters, each is one line until the person opens it. */
const MAX_OPEN = 5;

/** An event that can be chosen. If it is chosen, its channels and its filters are below it. */
export function EventRow({
  event,
  chosen,
  error,
  onChange,
}: Omit<Picking, 'events'> & { readonly event: CatalogueEvent }) {
  const name = event.event;
  const row = useRef<HTMLDivElement>(null);
  /** What gets the focus after a filter was added or removed. */
  const focus = useRef<string | undefined>(undefined);
  const [added, setAdded] = useState('');
  const own = chosen.filter((each) => each.event === name);
  const channels = own.map(({ channel }) => channel);
  const isChosen = own.length > 0;
  const filters = chosen.filter(({ filter }) => filter).length;
  useLayoutEffect(() => {
    if (focus.current !== undefined) row.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  }, [filters]);

  const set = (subscription: DraftSubscription, filter: DraftSubscription['filter']): void =>
    onChange(chosen.map((each) => (each === subscription ? { ...each, filter } : each)));

  return (
    <div ref={row} class={isChosen ? 'pick on' : 'pick'}>
      <CheckField
        checked={isChosen}
        onCheck={() =>
          onChange(
            isChosen
              ? chosen.filter((each) => each.event !== name)
              : toggled(chosen, { event: name, channel: 'all' }),
          )
        }
      >
        {event.title} <code>{name}</code>
        <br />
        <span class="soft">{event.description}</span>
      </CheckField>
      {isChosen && event.channels.length > 1 && (
        <fieldset class="channels">
          <legend>Channels of {event.title}</legend>
          {ALL_CHANNELS.map((channel) => (
            <CheckField
              key={channel}
              checked={channels.includes(channel)}
              disabled={!event.channels.includes(channel)}
              onCheck={() => onChange(toggled(chosen, { event: name, channel }))}
            >
              {channel} <span class="soft">{explained(event, channel)}</span>
            </CheckField>
          ))}
        </fieldset>
      )}
      {own.map((subscription) =>
        subscription.filter ? (
          <FilterEditor
            key={subscription.channel}
            name={keyOf(subscription)}
            title={titleOf(event, subscription)}
            isFolded={filters > MAX_OPEN && keyOf(subscription) !== added}
            fields={fieldsOf(event)}
            draft={subscription.filter}
            pointer={filterPointer(chosen.indexOf(subscription))}
            error={error}
            onChange={(filter) => set(subscription, filter)}
            onRemove={() => {
              focus.current = `[data-adds="${CSS.escape(keyOf(subscription))}"] button`;
              set(subscription, null);
            }}
          />
        ) : (
          <div key={subscription.channel} class="adder-line" data-adds={keyOf(subscription)}>
            {subscription.channel !== 'all' && <span class="soft">{subscription.channel}</span>}
            <Button
              label="Add a filter"
              aria-label={`Add a filter to ${titleOf(event, subscription)}`}
              look="quiet"
              icon={Filter}
              onClick={() => {
                focus.current = `[data-filter="${CSS.escape(keyOf(subscription))}"] select`;
                setAdded(keyOf(subscription));
                set(subscription, { conditions: [EMPTY_CONDITION], text: undefined });
              }}
            />
          </div>
        ),
      )}
    </div>
  );
}

function keyOf({ event, channel }: DraftSubscription): string {
  return `${event} ${channel}`;
}

function titleOf({ title }: CatalogueEvent, { channel }: DraftSubscription): string {
  return channel === 'all' ? title : `${title} on ${channel}`;
}

/** Why a channel cannot be chosen, or reports less than a person expects. */
function explained({ channels, limited_channels }: CatalogueEvent, channel: Channel): string {
  if (!channels.includes(channel)) return 'never reports this event';
  return limited_channels.includes(channel) ? 'reports this event only for some messages' : '';
}
