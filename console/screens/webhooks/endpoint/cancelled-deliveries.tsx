import { Loading } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';

const PENDING = ['queued', 'retrying', 'held'] as const;
const COUNTED = 100;

/** What happens to the pending deliveries when the settings of an endpoint change. */
export function CancelledDeliveries({ endpoint }: { readonly endpoint: string }) {
  const { api } = useSigned().session;
  const { data, error } = useQuery(['pending', endpoint], () =>
    Promise.all(
      PENDING.map(async (state) => {
        const query = { state, limit: COUNTED };
        const { data: found, has_more } = await bodyOf(
          api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', {
            params: { path: { endpoint }, query },
          }),
        );
        return { state, count: `${has_more ? 'at least ' : ''}${found.length}`, isNone: found.length === 0 };
      }),
    ),
  );
  if (!data && !error) return <Loading />;
  const pending = (data ?? []).filter(({ isNone }) => !isNone);
  const counts = pending.map(({ state, count }) => `${count} ${state}`).join(', ');
  return (
    <p>
      {pending.length === 0
        ? 'The list has no pending delivery. The change also cancels deliveries whose first attempt has not ended yet.'
        : `The change cancels the pending deliveries of the endpoint: ${counts}, and deliveries whose first attempt has not ended yet.`}{' '}
      A request that is already being sent can still arrive. “Recover” can send cancelled deliveries again.
    </p>
  );
}
