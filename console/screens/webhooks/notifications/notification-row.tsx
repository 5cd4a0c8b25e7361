import { RowTime } from '#console/parts/facts.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { conditionName } from './conditions.ts';
import type { Notification, Target } from './notification-reads.ts';
import { deliveries } from './target-card.tsx';

/** The columns of the log. `targets` and `endpoints` are undefined while they are read. */
export function notificationColumns(
  targets: readonly Target[] | undefined,
  endpoints: readonly Endpoint[] | undefined,
): readonly Column<Notification>[] {
  return [
    { name: 'State', width: 'small', cell: ({ state }) => <State name={state} /> },
    { name: 'Condition', cell: conditionOf },
    {
      name: 'Target',
      cell: ({ target_id: to }) => {
        const target = targets?.find(({ id }) => id === to);
        return <>to {target ? <bdi>{target.name}</bdi> : targets && 'a deleted target'}</>;
      },
    },
    { name: 'About', cell: (notification) => <About notification={notification} endpoints={endpoints} /> },
    { name: 'Attempts', cell: attemptsOf },
    { name: 'Created', width: 'small', cell: ({ created_at: at }) => <When at={at} /> },
  ];
}

function conditionOf({ notification, exhausted_deliveries: exhausted }: Notification): string {
  const name = conditionName(notification);
  return exhausted === null ? name : `${name} for ${deliveries(exhausted)}`;
}

function About({
  notification: { endpoint_id: endpoint, delivery_id: delivery },
  endpoints,
}: {
  readonly notification: Notification;
  readonly endpoints: readonly Endpoint[] | undefined;
}) {
  if (endpoint === null) return null;
  const name = endpoints?.find(({ id }) => id === endpoint)?.name;
  return (
    <>
      <span>
        endpoint{' '}
        <a href={`/console/endpoints/${endpoint}`}>
          <bdi>{name ?? endpoint}</bdi>
        </a>
      </span>{' '}
      {delivery !== null && <a href={`/console/deliveries/${endpoint}/${delivery}`}>the delivery</a>}
    </>
  );
}

function attemptsOf({ attempts, last_status_code: status, reason, next_attempt_at: next }: Notification) {
  return (
    <>
      <span>
        {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        {status !== null && `, status ${status}`}
        {reason !== null && `, ${reason.replaceAll('_', ' ')}`}
      </span>{' '}
      {attempts > 0 && next !== null && <RowTime words="next attempt" at={next} keepsWords />}
    </>
  );
}
