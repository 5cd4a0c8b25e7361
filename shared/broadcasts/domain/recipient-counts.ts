import { RECIPIENT_STATUSES, type RecipientStatus } from './recipient-machine.ts';

/** The number of recipients with each status. It always equals the stored recipients. */
export type RecipientCounts = Readonly<Record<RecipientStatus, number>>;

export const NO_RECIPIENTS: RecipientCounts = {
  pending: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
};

/** The sum of counts, status by status. */
export function addCounts(one: RecipientCounts, other: RecipientCounts): RecipientCounts {
  const sums = RECIPIENT_STATUSES.map((status) => [status, one[status] + other[status]] as const);
  return { ...one, ...Object.fromEntries(sums) };
}

/** The counters of a broadcast in events and responses: all recipients that are not skipped, those who got the message, and failed ones. */
export function countersOf(counts: RecipientCounts): {
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
} {
  const { skipped, ...others } = counts;
  return {
    recipients: Object.values(others).reduce((sum, count) => sum + count, 0),
    sent: counts.sent + counts.delivered + counts.read,
    failed: counts.failed,
  };
}

/** Whether no recipient is pending or sending. */
export function isOver({ pending, sending }: RecipientCounts): boolean {
  return pending === 0 && sending === 0;
}
