import { DELIVERY_SETTINGS } from '#infra/settings/delivery-settings.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { WebhookRequest } from '#shared/webhooks/ports/webhook-sender.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import type { Ledger, Sent } from './ledger.ts';
import type { Run } from './process.ts';
import type { Timeline } from './timeline.ts';

/** A message may arrive this much early, and the clocks of processes differ. */
const EARLY_MS = 1500;

/** Queue and lane; a schedule adds its rounding and its lateness. */
const LATE_MS = 20_000;
const SCHEDULED_LATE_MS = 2 * MINUTE_MS;

/** The circuit breaker defers an attempt by at most 15 minutes. What it releases is sent at once. */
const BREAKER_LATE_MS = 15 * MINUTE_MS;
const RELEASED_LATE_MS = MINUTE_MS;

/** A crashed run is repeated when its message is visible again, before the sweep would find it. */
const INTERRUPTED_MS = 95_000;
const STALLED_MS = 15_000;

/** A crashed dispatcher delays all records after its batch, until its timeout at the latest. */
const HALTED_MS = 62_000;

/** The maximum delay of a request after the read; a slow endpoint is marked concurrently. */
const BESIDE: ReadonlySet<string> = new Set(['secrets.open', 'health.markSlow']);

type Request = {
  readonly run: Run;
  readonly job: DeliveryJob;
  readonly request: WebhookRequest;
  readonly onRecord: Delivery | undefined;
};

/** The rules of every request at the time it is sent. Returns the record of it, for its response. */
export function checkRequest(
  ledger: Ledger,
  timeline: Timeline,
  { run, job, request, onRecord }: Request,
): Sent {
  const { deliveryId: id, attempt } = job;
  const name = `${ledger.nick(id, 'D')} attempt ${attempt}`;
  const now = timeline.now();
  const earlier = ledger.requests.get(id) ?? [];
  const sent: Sent = { at: now, attempt, result: undefined };
  ledger.requests.set(id, [...earlier, sent]);
  timeline.say(run.process.name, () => `REQUEST ${name} to ${request.url}`);

  checkSettings();
  checkRepeats();
  checkTime();
  return sent;

  function broken(rule: string, detail: string): void {
    ledger.breaks(rule, `${name}: ${detail}`);
  }

  /** A request that started before an edit counts as in flight; checked on what was stored at the last read of this run. */
  function checkSettings(): void {
    if (!run.read) return broken('the endpoint is read before each request', 'this run did not read it');
    const slow = run.since.filter((call) => !BESIDE.has(call));
    if (slow.length > 0) broken('nothing stands between read and request', slow.join(', '));
    const view = run.read.stored;
    const rule = 'never a request for old settings';
    if (!view) return broken(rule, 'no such endpoint');
    if (view.deleted) return broken(rule, 'the endpoint is deleted');
    if (!view.enabled) broken(rule, 'the endpoint is paused');
    if (view.suspendedReason !== null) broken(rule, 'the endpoint is suspended');
    if (view.settingsVersion !== job.settingsVersion)
      broken(rule, `version ${job.settingsVersion}, but ${view.settingsVersion} was stored`);
    if (view.url !== request.url) broken(rule, `the URL is ${view.url}`);
    // Without a rotation the secrets of a second request cannot be wrong.
    const isRotated = view.secrets !== ledger.viewsOf(job.endpointId)[0]?.secrets;
    if (isRotated || earlier.length === 0) checkSignature(view);
  }

  function checkSignature({ secrets: { current, previous } }: DeliveryTarget): void {
    const at = run.signingAt ?? run.process.clock();
    const valid = previous && previous.expiresAt > at ? [current, previous.sealed] : [current];
    const { 'x-webhook-signature': signature } = signatureHeaders({
      secrets: valid.map((sealed) => ledger.secrets.get(sealed) ?? 'whsec_unknown'),
      eventId: job.eventId,
      timestamp: Math.floor(at.getTime() / 1000),
      body: request.body,
    });
    if (request.headers['x-webhook-signature'] !== signature)
      broken('signed with the secrets valid at the read', `${valid.length} are valid`);
    const body = ledger.events.get(job.eventId)?.body;
    if (request.body.toString() !== body) broken('the bytes are those of the event', 'they differ');
  }

  function checkRepeats(): void {
    if (attempt > 6) broken('never a seventh attempt', 'it is requested');
    const recorded = onRecord?.attempts.length ?? 0;
    if (recorded < attempt - 1) broken('attempts follow each other', `${recorded} are on record`);
    if (onRecord?.finishedAt && recorded < attempt && onRecord.finishedAt.getTime() < run.startedAt - 1000)
      broken('nothing is sent for what has ended', `it is ${onRecord.state}`);
    const times = earlier.filter((other) => other.attempt === attempt).length;
    if (times === 0) return;
    // A first attempt takes no lease: a repeated message may repeat it. Later ones repeat only what was interrupted.
    const interrupted = ledger.troubled(id, 'interrupted');
    const repeated = attempt === 1 ? ledger.troubled(id, 'repeated') + ledger.troubled(id, 'lost') : 0;
    if (ledger.isCalm || times > interrupted + repeated)
      broken(
        'a request is repeated only after a fault',
        `${times + 1} requests, ${interrupted} interruptions`,
      );
  }

  function checkTime(): void {
    const key = `${id}/${attempt}`;
    const due = ledger.due.get(key) ?? job.createdAt;
    if (now < due - EARLY_MS) broken('never earlier than planned', `${due - now} ms early`);
    const over = ledger.superseded.get(id);
    const isOver =
      over && over.at < run.startedAt - STALLED_MS && ledger.troubled(over.by, 'interrupted') === 0;
    if (isOver && (onRecord?.attempts.length ?? 0) < attempt)
      broken('a delivered resend ends the retries of what it repeats', `${run.startedAt - over.at} ms later`);
    if (earlier.some((other) => other.attempt === attempt) || ledger.isDisturbed) return;
    // The sweep finds what was lost, under its own rules of timing.
    if (ledger.troubled(id, 'lost') > 0) return;
    const released = ledger.released.get(key);
    if (released !== undefined && !ledger.isReleaseTroubled) return checkLate(released, RELEASED_LATE_MS);
    const wasOpen = ledger.viewsOf(job.endpointId).some(({ health }) => health.breaker !== null);
    const wait = ledger.waits.get(key) ?? 0;
    checkLate(
      due,
      (wait > DELIVERY_SETTINGS.queueDelayLimit * 1000 ? SCHEDULED_LATE_MS : LATE_MS) +
        (wasOpen ? BREAKER_LATE_MS : 0),
    );
  }

  function checkLate(since: number, allowed: number): void {
    const interruptions =
      ledger.troubled(id, 'interrupted') + ledger.troubled(id, 'late') + ledger.troubled(id, 'repeated');
    // After five receives the message goes to the dead-letter queue.
    if (interruptions > 3) return;
    const halted = attempt === 1 ? ledger.halts * HALTED_MS : 0;
    const excused = interruptions * INTERRUPTED_MS + ledger.troubled(id, 'stalled') * STALLED_MS + halted;
    const late = now - since;
    if (late > allowed + excused)
      broken('not late without a cause', `${late} ms late, ${interruptions} interruptions`);
  }
}
