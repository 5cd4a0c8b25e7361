import { Notice } from '#console/parts/feedback/notice.tsx';
import { When } from '#console/parts/when.tsx';
import { type Endpoint, isFailing } from '#console/screens/webhooks/endpoint-reads.ts';
import { useLastFailure } from './failure-reads.ts';
import type { Metrics } from './metrics-reads.ts';

/** What is wrong with an endpoint, why, and the next step. Nothing for an endpoint that works. */
export function EndpointNotice({
  endpoint,
  metrics,
}: {
  readonly endpoint: Endpoint;
  readonly metrics: Metrics | undefined;
}) {
  if (endpoint.state === 'suspended')
    return (
      <Notice tone="bad">
        <bdi>{endpoint.responsible_member.name}</bdi> is no longer an admin with access to the products of
        this endpoint. Deliveries are held. Another admin must take over the endpoint, which cancels the held
        deliveries, and can then recover them.
      </Notice>
    );
  if (endpoint.state === 'paused')
    return <Notice>The endpoint is paused. It never receives events that occur while it is paused.</Notice>;
  return isFailing(endpoint) ? <Failing endpoint={endpoint} metrics={metrics} /> : null;
}

function Failing({ endpoint, metrics }: Parameters<typeof EndpointNotice>[0]) {
  const { last_success_at: at, consecutive_failures: failed } = endpoint.stats;
  const attempts = failed === 1 ? '1 attempt' : `${failed} attempts`;
  const { data } = useLastFailure(endpoint);
  const delivery = data?.delivery;
  const attempt = delivery?.attempts.at(-1);
  return (
    <Notice tone="bad">
      <div class="notice-row">
        <p class="compact">
          <strong>
            {at === null
              ? `No attempt succeeded, ${attempts} failed.`
              : `${attempts} failed since the last success.`}
          </strong>{' '}
          {attempt && attempt.outcome !== 'success' && (
            <>
              The last attempt failed <When at={attempt.started_at} /> –{' '}
              <bdi>{attempt.error ?? attempt.outcome}</bdi>{' '}
            </>
          )}
          {metrics && metrics.waiting.deliveries > 0 && `${waitingText(metrics)} `}
          After six attempts a delivery fails. “Recover” sends it again for 7 days.
        </p>
        {delivery ? (
          <a class="button small" href={`/console/deliveries/${endpoint.id}/${delivery.id}`}>
            See the last failure
          </a>
        ) : (
          data && <a href={`/console/endpoints/${endpoint.id}?state=failed`}>See the failed deliveries</a>
        )}
      </div>
    </Notice>
  );
}

/** How many deliveries wait for another attempt, as a sentence. */
function waitingText({ waiting: { deliveries, is_minimum: isMinimum } }: Metrics): string {
  return `${isMinimum ? 'At least ' : ''}${deliveries} ${deliveries === 1 ? 'delivery waits' : 'deliveries wait'} for another attempt.`;
}
