import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Text } from '#console/parts/code/text.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { FormEnd } from '#console/parts/draft-form.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { Table } from '#console/parts/lists/table.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import {
  type CatalogueEvent,
  type Endpoint,
  endpointPath,
  ENDPOINTS_KEY,
  readEndpoints,
  useCatalogue,
} from '#console/screens/webhooks/endpoint-reads.ts';
import { eventName } from '#console/screens/webhooks/event-name.ts';
import { Panel } from '#console/screens/webhooks/panel.tsx';
import { useSigned } from '#console/session/context.ts';
import { useParams } from '#console/session/params.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import { useQuery } from '#console/session/use-query.ts';
import { channelsIn, reachOf } from './catalogue-channels.ts';

/** One event of the catalogue: its channels, its sample, its schema, and a test. */
export function CatalogueEventScreen() {
  const name = useParams()['event'] ?? '';
  const { data, error } = useCatalogue();
  const event = data?.find((each) => each.event === name);
  return (
    <>
      <PageHead
        title={event?.title ?? 'Event'}
        facts={
          event && (
            <>
              <p>
                <code>{event.event}</code> <Copy text={event.event} label="Copy the name" />
              </p>
              <p class="soft">{event.description}</p>
            </>
          )
        }
      >
        {event && (
          <div class="actions">
            <a class="button" href={`/console/events?event=${encodeURIComponent(event.event)}`}>
              Events of this kind in the log
            </a>
          </div>
        )}
      </PageHead>
      <ReadState data={data} error={error} />
      {data && !event && <p>The catalogue has no event with this name.</p>}
      {data && event && <Details event={event} channels={channelsIn(data)} />}
    </>
  );
}

function Details({
  event,
  channels,
}: {
  readonly event: CatalogueEvent;
  readonly channels: readonly string[];
}) {
  const isOnChannels = event.channels.some((channel) => channel !== 'all');
  return (
    <div class="event-columns">
      <div>
        <section>
          <h2>Channels</h2>
          {isOnChannels ? (
            <Table label="Channels" head={['Channel', 'Reports the event', 'Meaning']}>
              {channels.map((channel) => (
                <tr key={channel}>
                  <td>{platformName(channel)}</td>
                  <td>{reachOf(event, channel)}</td>
                  <td class="meaning">{MEANINGS[reachOf(event, channel)]}</td>
                </tr>
              ))}
            </Table>
          ) : (
            <p>
              The event does not happen on a channel, so every subscription is for <code>all</code>.
            </p>
          )}
        </section>
        {event.subscribable && <SendTest event={event} />}
      </div>
      <section>
        <h2>Sample and schema</h2>
        <Text title="A complete request body" text={JSON.stringify(event.sample, null, 2)} />
        <details>
          <summary>JSON Schema of the request body</summary>
          <Text title="JSON Schema 2020-12" text={JSON.stringify(event.schema, null, 2)} />
        </details>
      </section>
    </div>
  );
}

const MEANINGS = {
  yes: 'A subscription can be limited to this channel.',
  limited: 'A subscription can be limited to this channel, which reports the event only for some messages.',
  '–': 'The channel never reports the event, so a subscription cannot be limited to it.',
} as const;

/** Sends the sample to an endpoint that subscribes to the event, and shows the delivery. */
function SendTest({ event }: { readonly event: CatalogueEvent }) {
  const { session } = useSigned();
  const { route } = useLocation();
  const { data, error } = useQuery(ENDPOINTS_KEY, () => readEndpoints(session));
  const command = useCommand();
  const [chosen, setChosen] = useState('');
  const subscribed = data?.filter(({ subscriptions }) =>
    subscriptions.some((each) => each.event === event.event),
  );
  const endpoint = subscribed?.find(({ id }) => id === chosen)?.id ?? subscribed?.[0]?.id ?? '';
  const body = { event: eventName(event.event) };

  async function send(submitted: SubmitEvent): Promise<void> {
    submitted.preventDefault();
    await command.run(async (headers) => {
      const sent = await bodyOf(
        session.api.POST('/api/v1/workspace-webhooks/{endpoint}/test', {
          params: { path: { endpoint } },
          headers,
          body,
        }),
      );
      route(`/console/deliveries/${endpoint}/${sent.data.id}`);
    });
  }

  return (
    <>
      <Panel title="Send a test">
        <ReadState data={data} error={error} />
        {subscribed?.length === 0 && (
          <p>
            No endpoint subscribes to this event, so it cannot be sent as a test.{' '}
            <a href="/console/endpoints">Endpoints</a>
          </p>
        )}
        {subscribed && subscribed.length > 0 && (
          <form onSubmit={(submitted) => void send(submitted)}>
            <ChoiceField
              label="Endpoint"
              pointer="#/event"
              error={command.error}
              value={endpoint}
              choices={subscribed.map(choiceOf)}
              onValue={setChosen}
            />
            <FormEnd
              submit="Send the sample"
              isBusy={command.isBusy}
              error={command.error}
              errorFields={['#/event']}
            />
          </form>
        )}
      </Panel>
      <ApiCalls
        calls={[
          { path: '/api/v1/workspace-webhooks/events' },
          { method: 'POST', path: `${endpointPath(endpoint === '' ? '{endpoint}' : endpoint)}/test`, body },
        ]}
      />
    </>
  );
}

function choiceOf({ id, name, state }: Endpoint) {
  return [id, state === 'enabled' ? name : `${name} (${state})`] as const;
}
