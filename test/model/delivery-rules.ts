import { DELIVERY_SETTINGS } from '#infra/settings/delivery-settings.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { parseRetryAfter } from '#shared/platform/network/retry-after.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { Ledger } from './ledger.ts';
import type { Timeline } from './timeline.ts';

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled']);
const MAX_ATTEMPTS = 6;
/** Clocks of two processes may differ. */
const SKEW_MS = 500;

/** The rules of every write of a delivery. */
export function checkWrite(
  ledger: Ledger,
  timeline: Timeline,
  next: Delivery,
  before: Delivery | undefined,
): void {
  const name = ledger.nick(next.id, 'D');
  const made = next.attempts.length;
  const known = before?.attempts ?? [];
  timeline.say(
    'record',
    () =>
      `${name} is ${next.state}${next.reason ? ` (${next.reason})` : ''}, ${made} attempts${next.nextAttemptAt ? `, next ${next.nextAttemptAt.toISOString()}` : ''}`,
  );

  const isOver = made > MAX_ATTEMPTS || (made === MAX_ATTEMPTS && next.nextAttemptAt !== null);
  if (isOver) broken('never a seventh attempt', `${made} on record, ${next.state}`);
  if (next.attempts.some(({ number }, at) => number !== at + 1))
    broken('attempts count from 1 without a gap', next.attempts.map(({ number }) => number).join(', '));
  if (known.some((attempt, at) => next.attempts[at] !== attempt) || made > known.length + 1)
    broken('an attempt on record stays, and one is added at a time', `${known.length} became ${made}`);
  if ((next.finishedAt !== null) !== ENDED.has(next.state))
    broken('what has ended has an end', `${next.state} finished at ${String(next.finishedAt)}`);
  if ((next.nextAttemptAt !== null) !== (next.state === 'queued' || next.state === 'retrying'))
    broken(
      'what is open is planned, nothing else is',
      `${next.state} with next attempt ${String(next.nextAttemptAt)}`,
    );
  if (next.state !== 'succeeded' && next.state !== 'queued' && next.reason === null)
    broken('all but success has a reason', next.state);
  if (before?.finishedAt && next.state !== before.state && next.state !== 'succeeded')
    broken('what has ended stays ended, unless it succeeds', `${before.state} became ${next.state}`);
  if (before?.state === 'succeeded' && next.state !== 'succeeded')
    broken('success is final', `it became ${next.state}`);

  // A resend of a recovery is scheduled when it is written, not when it was requested.
  if (!before && next.nextAttemptAt && next.reason === null)
    ledger.due.set(`${next.id}/1`, next.nextAttemptAt.getTime());
  if (next.state === 'succeeded' && next.resendOf !== null)
    ledger.superseded.set(next.resendOf, { by: next.id, at: timeline.now() });
  if (made > known.length) checkAttempt();
  if (next.state !== before?.state || next.reason !== before.reason) checkReason();
  return;

  function broken(rule: string, detail: string): void {
    ledger.breaks(rule, `${name}: ${detail}`);
  }

  function checkAttempt(): void {
    const sent = ledger.requests.get(next.id)?.find(({ attempt }) => attempt === made);
    if (!sent) broken('what is on record was sent', `attempt ${made} was not`);
    const attempt = next.attempts.at(-1);
    if (next.state !== 'retrying' || !attempt || !next.nextAttemptAt) return;
    const wait = next.nextAttemptAt.getTime() - (attempt.startedAt.getTime() + attempt.durationMs);
    const delay = (DELIVERY_SETTINGS.retryDelays[made - 1] ?? Infinity) * 1000;
    // Of two requests for one attempt either may be recorded.
    const answers = ledger.requests
      .get(next.id)
      ?.flatMap(({ attempt: number, result }) =>
        number === made &&
        result?.statusCode === attempt.statusCode &&
        result.durationMs === attempt.durationMs
          ? Math.min(DAY_MS, parseRetryAfter(result.retryAfter ?? '', attempt.startedAt) ?? 0)
          : [],
      );
    const askedMs = Math.min(...(answers ?? []), DAY_MS);
    if (wait < Math.max(0.8 * delay, askedMs) - SKEW_MS)
      broken('no attempt earlier than its delay', `attempt ${made + 1} is planned after ${wait} ms`);
    if (ledger.isCalm && wait > Math.max(1.2 * delay, askedMs) + 1000)
      broken('no attempt is planned later than its delay', `attempt ${made + 1} is planned after ${wait} ms`);
    ledger.waits.set(`${next.id}/${made + 1}`, wait + 1000);
    ledger.due.set(`${next.id}/${made + 1}`, next.nextAttemptAt.getTime());
  }

  /** Whether the reason is true. */
  function checkReason(): void {
    const views = ledger.viewsOf(next.endpointId);
    const isOutdated = views.some(({ settingsVersion }) => settingsVersion > next.settingsVersion);
    const last = next.attempts.at(-1);
    const truths: Partial<Record<string, boolean>> = {
      endpoint_edited: isOutdated,
      endpoint_paused: isOutdated && views.some(({ enabled }) => !enabled),
      endpoint_deleted: views.some(({ deleted }) => deleted),
      endpoint_suspended: views.some(({ suspendedReason }) => suspendedReason !== null),
      attempts_exhausted: made === MAX_ATTEMPTS,
      receiver_rejected: last?.outcome === 'http_error' && (last.statusCode ?? 500) < 500,
      redirect_refused: last?.outcome === 'redirect',
      payload_expired: timeline.now() >= next.payloadExpiresAt.getTime() - SKEW_MS,
      endpoint_unresponsive: views.some(({ health }) => health.breaker !== null),
    };
    if (truths[next.reason ?? ''] === false)
      broken('a reason is true', `${next.state} for ${String(next.reason)}`);
    const isAnswered =
      ledger.requests.get(next.id)?.some(({ result }) => result?.outcome === 'success') ?? false;
    if (next.state === 'succeeded' && !isAnswered)
      broken('success was answered by the receiver', 'it was not');
  }
}
