import { useSigned } from '#console/session/context.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';
import type { Broadcast } from './broadcast-reads.ts';
import { type Estimate, readEstimate } from './sending/sending-requests.ts';

/** While the recipients are being counted. */
const COUNTING_MS = 1000;

/**
 * Reads the latest estimate of a broadcast, null if there is none, and keeps it current: after an edit, also of another person, it is read
 * again, because it may be that of the earlier content.
 */
export function useEstimate({ id, revision }: Pick<Broadcast, 'id' | 'revision'>): Loaded<Estimate | null> {
  const { session } = useSigned();
  return useQuery<Estimate | null>(
    ['estimate', id, revision],
    () => readEstimate(session, id),
    (found) => (found?.state === 'counting' ? COUNTING_MS : false),
  );
}

/** Whether a new estimate must be requested: there is none, it has failed, or the broadcast has changed since then. */
export function isDue(estimate: Estimate | null): boolean {
  if (estimate === null || estimate.state === 'failed') return true;
  return estimate.state === 'ready' && !estimate.is_current;
}

/** Whether the estimate is ready and counts the current content of the broadcast. */
export function isKnown(estimate: Estimate | null | undefined): boolean {
  return estimate?.state === 'ready' && estimate.is_current;
}
