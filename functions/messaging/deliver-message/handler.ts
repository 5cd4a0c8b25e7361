import { randomUUID } from 'node:crypto';
import { decideMessageJob, LEASE_MS } from '#shared/messaging/domain/message-job.ts';
import { claimed as withClaim, withUnknownResult } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { MessageStore } from '#shared/messaging/ports/message-store.ts';
import { failBeforeSending } from '#shared/messaging/use-cases/fail-before-sending.ts';
import { withOptOutsOfNumber } from '#shared/messaging/use-cases/keep-opt-outs.ts';
import {
  type PrepareDependencies,
  type PreparedSend,
  prepareSend,
} from '#shared/messaging/use-cases/prepare-send.ts';
import {
  createKeptReceiptRecorder,
  createResultRecorder,
  type ResultDependencies,
} from '#shared/messaging/use-cases/record-result.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { logFieldsDue, type ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { secondsUntil } from '#shared/platform/core/seconds-until.ts';
import { type MessageMetadata, retryLater } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';

const OUTDATED = { code: 'MESSAGE_JOB_OUTDATED', message: 'Job is outdated; nothing to send' };
const ATTEMPTED = { code: 'MESSAGE_ATTEMPTED', message: 'Message was given to its provider' };
const NOT_SENT = { code: 'MESSAGE_NOT_SENT', message: 'Message failed before it was sent' };
const SPEND_LIMIT = { code: 'SPEND_LIMIT_REACHED', message: 'The AWS account has reached its spend limit' };
const UNKNOWN = {
  code: 'MESSAGE_UNKNOWN',
  message:
    'The lease of a message ended without a result; it is not sent again, and a receipt can still arrive',
};

export type Dependencies = PrepareDependencies &
  Omit<ResultDependencies, 'store'> & {
    readonly store: Pick<MessageStore, 'find' | 'save' | 'claim'>;
    readonly contacts: Pick<ContactReader, 'findSameNumber'>;
    readonly queue: { readonly sendLater: (job: ScheduledJob, delaySeconds: number) => Promise<void> };
    /** Maximum delay of a message of the queue, in seconds. */
    readonly queueDelayLimit: number;
    readonly clock: Clock;
    readonly backOff: BackOff;
    readonly newNonce: () => string;
    readonly log: Log;
  };

/**
 * Sends a message at most once. The claim is a transaction, so only one run can send, and nothing is sent after an opt-out. After the
 * claim the message is never queued again, unless the provider certainly has not accepted it (docs/specification/messaging.md#states-of-a-message).
 */
export function createHandler(deps: Dependencies) {
  const { store, contacts, queue, queueDelayLimit, clock, backOff, newNonce, log } = deps;
  const recordResult = createResultRecorder(deps);
  const recordKept = createKeptReceiptRecorder(deps);

  return async (job: ScheduledJob, { messageId, receiveCount }: MessageMetadata): Promise<void> => {
    const newChange = () => changeAt(messageId);
    await retryOnConflict(backOff, async () => {
      const message = await store.find(job.workspaceId, job.id);
      const now = clock();
      const action = decideMessageJob(message, job, now);
      if (message === undefined || action.kind === 'outdated') {
        // The run that sent the message may have ended before it had recorded the receipts that arrived first.
        if (message && receiveCount > 1) await recordKept(message, newChange);
        return log.info(OUTDATED, logFieldsDue(job));
      }
      if (action.kind === 'early')
        return queue.sendLater(job, Math.min(secondsUntil(action.at, now), queueDelayLimit));
      return act(message, action.kind, newChange);
    }).catch(retryLater());
  };

  async function act(
    message: Message,
    action: 'send' | 'expire' | 'lose',
    newChange: () => Change,
  ): Promise<void> {
    if (action === 'expire') return fail(message, 'expired', newChange());
    if (action === 'lose') {
      const change = newChange();
      await store.save(message, withUnknownResult(message, change.at), [], {
        change,
        idempotencyRecord: null,
      });
      return log.warn(UNKNOWN, { message_id: message.id, platform: message.platform });
    }
    const contact = await contacts.find(message.workspaceId, message.contactId);
    if (!contact) return fail(message, 'contact_not_found', newChange());
    const prepared = await prepareSend(deps, message, await withOptOutsOfNumber(contacts, contact));
    if ('errorCode' in prepared) return fail(message, prepared.errorCode, newChange());
    const change = newChange();
    const claim = { token: randomUUID(), until: new Date(change.at.getTime() + LEASE_MS) };
    const mine = withClaim(message, claim, change.at);
    await store.claim(message, mine, contact, { change, idempotencyRecord: null });
    await send(mine, prepared, newChange);
  }

  /** Errors after the claim must not lead to another attempt of this run: the result is recorded, or becomes unknown. */
  async function send(
    message: Message,
    { sender, request }: PreparedSend,
    newChange: () => Change,
  ): Promise<void> {
    const result = await sender.send({ message, ...request });
    const { id: message_id, workspaceId: workspace_id, platform, attempts: attempt } = message;
    const reason = result.kind === 'accepted' ? undefined : result.code;
    log.info(ATTEMPTED, { message_id, workspace_id, platform, attempt, result: result.kind, reason });
    if (reason === 'spend_limit_reached') log.warn(SPEND_LIMIT, { message_id, workspace_id, platform });
    await recordResult(message, { provider: sender.provider, result }, newChange);
  }

  async function fail(message: Message, errorCode: string, change: Change): Promise<void> {
    if (!(await failBeforeSending(deps, message, errorCode, change))) return;
    log.info(NOT_SENT, { message_id: message.id, platform: message.platform, reason: errorCode });
  }

  function changeAt(requestId: string): Change {
    const nonce = newNonce();
    return systemChange('deliver-message', { requestId, nonce, at: clock() });
  }
}
