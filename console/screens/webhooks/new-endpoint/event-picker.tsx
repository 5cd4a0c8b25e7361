import { useId, useState } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import type { CatalogueEvent, Channel } from '#console/screens/webhooks/endpoint-reads.ts';
import { type DraftSubscription, toggled } from './endpoint-draft.ts';

const ALL_CHANNELS: readonly Channel[] = ['all', 'whatsapp', 'facebook', 'instagram', 'sms', 'tiktok'];

type Picking = {
  readonly events: readonly CatalogueEvent[];
  readonly chosen: readonly DraftSubscription[];
  readonly error: Error | null;
  readonly onChange: (chosen: readonly DraftSubscription[]) => void;
};

/** The events of the catalogue by group, each with its description and the channels that report it. */
export function EventPicker({ events, chosen, error, onChange }: Picking) {
  const id = useId();
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = events.filter(({ subscribable, event, title, description }) => {
    const searched = `${event} ${title} ${description}`.toLowerCase();
    return subscribable && words.every((word) => searched.includes(word));
  });
  const products = new Set(events.filter(({ subscribable }) => !subscribable).map(({ product }) => product));

  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend>Events</legend>
      <p class="soft">
        {chosen.length === 0
          ? 'Choose at least one event.'
          : `${chosen.length} ${chosen.length === 1 ? 'subscription' : 'subscriptions'}.`}{' '}
        An event that is limited to a channel arrives only if it happened on this channel.
      </p>
      <FieldErrors
        id={`${id}-error`}
        pointer="#/subscriptions"
        error={error}
        except={chosen.flatMap(({ filter }, index) => (filter ? [`#/subscriptions/${index}/filter`] : []))}
      />
      <label htmlFor={id}>Find an event</label>
      <input
        id={id}
        type="search"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div class="events">
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h2 class="group">{group}</h2>
            {members.map((event) => (
              <Choice key={event.event} event={event} chosen={chosen} onChange={onChange} />
            ))}
          </section>
        ))}
      </div>
      {found.length === 0 && <p>No event matches.</p>}
      {[...products].map((product) => (
        <p key={product} class="soft">
          Events of {product} require the permission <code>{product}:webhooks:subscribe</code>.
        </p>
      ))}
    </fieldset>
  );
}

function Choice({
  event,
  chosen,
  onChange,
}: Pick<Picking, 'chosen' | 'onChange'> & { readonly event: CatalogueEvent }) {
  const name = event.event;
  const channels = chosen.filter((each) => each.event === name).map(({ channel }) => channel);
  const isChosen = channels.length > 0;
  return (
    <div class="event">
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
    </div>
  );
}

/** Why a channel cannot be chosen, or reports less than a person expects. */
function explained({ channels, limited_channels }: CatalogueEvent, channel: Channel): string {
  if (!channels.includes(channel)) return 'never reports this event';
  return limited_channels.includes(channel) ? 'reports this event only for some messages' : '';
}
