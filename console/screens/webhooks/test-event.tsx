import { useState } from 'preact/hooks';
import { Command } from '#console/parts/command.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import type { Delivery, Endpoint } from './endpoint-reads.ts';
import { eventName } from './event-name.ts';

const IN_FLIGHT_MS = 500;

/** Sends the sample of a subscribed event, and shows its delivery until it has ended. */
export function TestEvent({ endpoint }: { readonly endpoint: Endpoint }) {
  const { api } = useSigned().session;
  const events = [...new Set(endpoint.subscriptions.map(({ event }) => event))];
  const [chosen, setChosen] = useState('');
  const [sent, setSent] = useState<Delivery>();
  const event = events.find((each) => each === chosen) ?? events[0];

  return (
    <div class="actions">
      {events.length > 1 && (
        <label>
          Event{' '}
          <Select
            value={event ?? ''}
            choices={events.map((each) => [each, each] as const)}
            onValue={setChosen}
          />
        </label>
      )}
      <Command
        key={event}
        label="Send a test event"
        send={async (headers) => {
          const params = { path: { endpoint: endpoint.id } };
          const body = event === undefined ? {} : { event: eventName(event) };
          const answer = api.POST('/api/v1/workspace-webhooks/{endpoint}/test', { params, headers, body });
          setSent(await dataOf(answer));
        }}
      />
      {endpoint.subscriptions.some((each) => each.event === event && each.filter) && (
        <span class="soft">A test event is sent even if it does not match the filter.</span>
      )}
      {sent && <Arriving key={sent.id} sent={sent} />}
    </div>
  );
}

function Arriving({ sent }: { readonly sent: Delivery }) {
  const { api } = useSigned().session;
  const path = { endpoint: sent.endpoint_id, delivery: sent.id };
  const { data, error } = useQuery(
    ['delivery', sent.endpoint_id, sent.id],
    () =>
      bodyOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', { params: { path } })),
    (known) => (known?.data.finished_at === null ? IN_FLIGHT_MS : false),
  );
  const shown = data?.data ?? sent;
  const last = shown.attempts.at(-1);
  return (
    <output>
      <State name={shown.state} />{' '}
      {last && (last.status_code === null ? last.outcome : `status ${last.status_code}`)}{' '}
      {last?.error && <bdi>{last.error}</bdi>}{' '}
      <a href={`/console/deliveries/${sent.endpoint_id}/${sent.id}`}>See the delivery</a>
      <Failure error={error} />
    </output>
  );
}
