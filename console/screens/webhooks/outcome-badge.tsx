import { stateName } from '#console/parts/state.tsx';
import type { Delivery } from './endpoint-reads.ts';

/** The status of the response of an attempt, or how an attempt without a response ended. */
export function OutcomeBadge({
  attempt: { outcome, status_code: status },
}: {
  readonly attempt: Pick<Delivery['attempts'][number], 'outcome' | 'status_code'>;
}) {
  return (
    <span class={outcome === 'success' ? 'badge plain good' : 'badge plain bad'}>
      {status === null ? (
        stateName(outcome)
      ) : (
        <>
          <span class="spoken">Status </span>
          <code>{status}</code>
        </>
      )}
    </span>
  );
}
