import { ApiCalls } from '#console/parts/api-call.tsx';
import { countOf } from '#console/parts/counted.ts';
import { Table } from '#console/parts/lists/table.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { type CatalogueEvent, useCatalogue } from '#console/screens/webhooks/endpoint-reads.ts';
import { channelsIn, reachOf } from './catalogue-channels.ts';

/** Every event that exists, with the channels that report it. */
export function Catalogue() {
  const { data, error } = useCatalogue();
  const events = data ?? [];
  const channels = channelsIn(events);
  return (
    <>
      <PageHead
        title="Catalogue"
        facts={
          <p class="soft">
            A subscription to an event is for all channels, or limited to one channel that reports it.{' '}
            <strong>limited</strong>: the channel reports the event only for some messages. <strong>–</strong>
            : the channel never reports the event. A table without channels has events that do not happen on a
            channel.
          </p>
        }
      />
      <ReadState data={data} error={error} of="table" />
      <div class="catalogue">
        {[...new Set(events.map(({ group }) => group))].map((group) => (
          <section key={group}>
            <h2>
              {group}{' '}
              <span class="soft">
                {countOf(events.filter((event) => event.group === group).length, 'event')}
              </span>
            </h2>
            <Group
              name={group}
              events={events.filter((event) => event.group === group)}
              channels={channels}
            />
          </section>
        ))}
      </div>
      <ApiCalls calls={[{ path: '/api/v1/workspace-webhooks/events' }]} />
    </>
  );
}

function Group({
  name,
  events,
  channels,
}: {
  readonly name: string;
  readonly events: readonly CatalogueEvent[];
  readonly channels: readonly string[];
}) {
  const isOnChannels = events.some((event) => event.channels.some((channel) => channel !== 'all'));
  return (
    <Table label={name} head={['Event', 'Name', ...(isOnChannels ? channels.map(platformName) : [])]}>
      {events.map((event) => (
        <tr key={event.event}>
          <td>
            <a href={`/console/catalogue/${event.event}`}>{event.title}</a>
          </td>
          <td>
            <code>{event.event}</code>
          </td>
          {isOnChannels &&
            channels.map((channel) => (
              <td key={channel} class={reachOf(event, channel) === 'yes' ? undefined : 'soft'}>
                {reachOf(event, channel)}
              </td>
            ))}
        </tr>
      ))}
    </Table>
  );
}
