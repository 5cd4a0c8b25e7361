import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';

const MINUTE_MS = 60_000;

/** So many minutes something is handed over at every run, afterwards once in as many. */
const EAGER_MINUTES = 15;

/**
 * Whether a run hands an overdue job over. What is still there after a quarter of an hour cannot be handled for now: it must
 * neither fill the dead letters minute by minute nor take the places of what can. Its turn is spread by its own due minute.
 */
export function isShouldFire({ due_at }: Pick<ScheduledJob, 'due_at'>, now: Date): boolean {
  const minutes = Math.floor((now.getTime() - due_at) / MINUTE_MS);
  return minutes < EAGER_MINUTES || minutes % EAGER_MINUTES === 0;
}
