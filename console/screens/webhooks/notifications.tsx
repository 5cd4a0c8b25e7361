import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Skeleton } from '#console/parts/feedback/skeleton.tsx';
import { Cards } from '#console/parts/lists/cards.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { useQuery } from '#console/session/use-query.ts';
import { ENDPOINTS_KEY, readEndpoints } from './endpoint-reads.ts';
import { NewTarget } from './notifications/new-target.tsx';
import {
  LOG_KEY,
  MAX_TARGETS,
  targetPath,
  useLogReader,
  useNewestNotifications,
  useTargets,
} from './notifications/notification-reads.ts';
import { notificationColumns } from './notifications/notification-row.tsx';
import { TargetCard } from './notifications/target-card.tsx';

/** Who is notified about failing endpoints, and the log of the notifications. */
export function Notifications() {
  const { session } = useSigned();
  const { data: targets, error } = useTargets();
  const { data: endpoints } = useQuery(ENDPOINTS_KEY, () => readEndpoints(session));
  const [test, setTest] = useState<string>();
  const newest = useNewestNotifications(test);
  const read = useLogReader();
  const [first] = targets ?? [];
  const calls =
    first === undefined
      ? []
      : ([
          { method: 'POST', path: `${targetPath(first.id)}/test` },
          { method: 'POST', path: `${targetPath(first.id)}/rotate-secret`, body: { immediate: false } },
          { method: 'DELETE', path: targetPath(first.id) },
        ] as const);
  return (
    <>
      <h1>Notifications</h1>
      <p>
        A target is notified when a webhook endpoint of the workspace has a problem: at most once an hour for
        each endpoint and condition.
      </p>
      <Failure error={error} />
      {!targets && !error && <Skeleton of="card" />}
      {targets && <NewTarget isFull={targets.length >= MAX_TARGETS} />}
      <h2>Targets</h2>
      {targets?.length === 0 && <p>Nobody is notified yet.</p>}
      <Cards
        label="Targets"
        items={targets}
        card={(target) => (
          <TargetCard
            target={target}
            last={newest.data?.find(({ target_id: to }) => to === target.id)}
            onTest={setTest}
          />
        )}
      />
      <h2>Log</h2>
      <p class="soft">The notifications of the last 30 days, newest first.</p>
      <LongList
        name="notifications"
        queryKey={LOG_KEY}
        read={read}
        columns={notificationColumns(targets, endpoints)}
        empty={<p>There was no notification.</p>}
      />
      <ApiCalls
        calls={[{ path: '/api/v1/notification-targets' }, { path: '/api/v1/notifications' }, ...calls]}
      />
    </>
  );
}
