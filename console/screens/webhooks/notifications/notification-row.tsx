import { RowTime } from '#console/parts/facts.tsx';
import { State } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { conditionName } from './conditions.ts';
import type { Notification, Target } from './notification-reads.ts';
import { deliveries } from './target-card.tsx';

/** A notification of the log. `targets` and `endpoints` are undefined while they are read. */
export function NotificationRow({
  notification,
  targets,
  endpoints,
}: {
  readonly notification: Notification;
  readonly targets: readonly Target[] | undefined;
  readonly endpoints: readonly Endpoint[] | undefined;
}) {
  const { target_id: to, endpoint_id: endpoint, delivery_id: delivery } = notification;
  const { attempts, last_status_code: status, reason, next_attempt_at: next } = notification;
  const target = targets?.find(({ id }) => id === to);
  const name = endpoints?.find(({ id }) => id === endpoint)?.name;
  return (
    <>
      <State name={notification.state} />
      <span>
        {conditionName(notification.notification)}
        {notification.exhausted_deliveries !== null &&
          ` for ${deliveries(notification.exhausted_deliveries)}`}
      </span>
      <span>to {target ? <bdi>{target.name}</bdi> : targets && 'a deleted target'}</span>
      {endpoint !== null && (
        <span>
          endpoint{' '}
          <a href={`/console/endpoints/${endpoint}`}>
            <bdi>{name ?? endpoint}</bdi>
          </a>
        </span>
      )}
      {endpoint !== null && delivery !== null && (
        <a href={`/console/deliveries/${endpoint}/${delivery}`}>the delivery</a>
      )}
      <span>
        {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        {status !== null && `, status ${status}`}
        {reason !== null && `, ${reason.replaceAll('_', ' ')}`}
      </span>
      <When at={notification.created_at} />
      {attempts > 0 && next !== null && <RowTime words="next attempt" at={next} />}
    </>
  );
}
