import { randomUUID } from 'node:crypto';
import { skipReason, type SkipReason } from '#shared/broadcasts/domain/audience.ts';
import {
  type BroadcastControl,
  BroadcastHeldError,
  type Hold,
} from '#shared/broadcasts/domain/broadcast-control.ts';
import type { PriceList } from '#shared/broadcasts/domain/price-list.ts';
import { partsOf, priceOf } from '#shared/broadcasts/domain/price.ts';
import {
  afterMessage,
  messageTo,
  type PlatformBroadcast,
  type Recipient,
  skipped,
} from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientMeter } from '#shared/broadcasts/ports/recipient-meter.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { LEASE_MS } from '#shared/messaging/domain/message-job.ts';
import { claimed, endOfLife } from '#shared/messaging/domain/message-progress.ts';
import type { BroadcastMessage } from '#shared/messaging/domain/message.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import { failBeforeSending } from '#shared/messaging/use-cases/fail-before-sending.ts';
import {
  type PrepareDependencies,
  type PreparedSend,
  prepareSend,
} from '#shared/messaging/use-cases/prepare-send.ts';
import { createResultRecorder, type ResultDependencies } from '#shared/messaging/use-cases/record-result.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';

/** Maximum attempts while other requests change a recipient or its contact. */
const MAX_TRIES = 5;

const ATTEMPTED = { code: 'BROADCAST_MESSAGE_ATTEMPTED', message: 'Message was given to its provider' };

export type AttemptDependencies = PrepareDependencies &
  Omit<ResultDependencies, 'contacts'> & {
    readonly contacts: ResultDependencies['contacts'] & Pick<ContactReader, 'find'>;
    readonly recipients: Pick<RecipientStore, 'find' | 'save' | 'claim'>;
    readonly prices: PriceList;
    readonly meter: RecipientMeter;
    readonly log: Log;
  };

/** A claimed message and what sending it needs. */
export type ClaimedSend = PreparedSend & { readonly message: BroadcastMessage };

/** What became of the attempt to claim a recipient. */
export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly send: ClaimedSend }
  /** The recipient has its outcome, or another run has it. */
  | { readonly kind: 'done' }
  | { readonly kind: 'held'; readonly hold: Hold | 'number_unavailable' };

/** One attempt to send to a recipient: a claim, one request to the provider, and its result. */
export function createAttempts(deps: AttemptDependencies) {
  const { recipients, contacts, prices, meter, log } = deps;
  const recordResult = createResultRecorder(deps);

  return { claim, send, skip };

  /** Claims a recipient, so that only this run sends to it. */
  async function claim(
    broadcast: PlatformBroadcast,
    control: BroadcastControl,
    found: { readonly recipient: Recipient; readonly contact: Contact | undefined },
    newChange: () => Change,
  ): Promise<ClaimOutcome> {
    let { recipient, contact } = found;
    for (let tries = 1; ; tries += 1) {
      try {
        return await claimOnce(broadcast, control, { recipient, contact }, newChange);
      } catch (error) {
        if (error instanceof BroadcastHeldError) return { kind: 'held', hold: error.hold };
        if (!(error instanceof ConcurrentUpdateError) || tries === MAX_TRIES) throw error;
      }
      const now = await recipients.find(recipient.broadcastId, recipient.contactId);
      if (now?.status !== 'pending') return { kind: 'done' };
      recipient = now;
      contact = await contacts.find(recipient.workspaceId, recipient.contactId);
    }
  }

  async function claimOnce(
    broadcast: PlatformBroadcast,
    control: BroadcastControl,
    { recipient, contact }: { readonly recipient: Recipient; readonly contact: Contact | undefined },
    newChange: () => Change,
  ): Promise<ClaimOutcome> {
    const change = newChange();
    const now = change.at;
    const reason = contact ? skipReason(contact, broadcast.sending.platform) : 'contact_erased';
    if (!contact || reason) return skip(recipient, reason ?? 'contact_erased', change);
    const message = messageTo(broadcast, recipient, now);
    const isExpired = recipient.firstClaimedAt !== null && now >= endOfLife(message);
    const prepared = isExpired ? { errorCode: 'expired' } : await prepareSend(deps, message, contact);
    if ('errorCode' in prepared) {
      if (prepared.errorCode === 'phone_number_not_verified')
        return { kind: 'held', hold: 'number_unavailable' };
      await failBeforeSending(deps, message, prepared.errorCode, change);
      return { kind: 'done' };
    }
    const lease = { token: randomUUID(), until: new Date(now.getTime() + LEASE_MS) };
    const mine = claimed(message, lease, now);
    const after = { ...afterMessage(recipient, mine), price: priceTo(broadcast, prepared.request.to) };
    await recipients.claim(recipient, after, { contact, control }, { change, idempotencyRecord: null });
    meter.changed(recipient, after, broadcast.sending.platform);
    return { kind: 'claimed', send: { ...prepared, message: mine } };
  }

  /** Sends a claimed message with one request, and records the result. Nothing in here leads to another request. */
  async function send(
    { sender, request, message }: ClaimedSend,
    newChange: () => Change,
  ): Promise<SendResult> {
    const result = await sender.send({ message, ...request });
    const { workspaceId: workspace_id, platform, attempts: attempt, id: message_id } = message;
    const reason = result.kind === 'accepted' ? undefined : result.code;
    log.info(ATTEMPTED, { message_id, workspace_id, platform, attempt, result: result.kind, reason });
    await recordResult(message, { provider: sender.provider, result }, newChange);
    return result;
  }

  async function skip(recipient: Recipient, reason: SkipReason, change: Change): Promise<ClaimOutcome> {
    const context = { change, idempotencyRecord: null };
    await recipients.save(recipient, skipped(recipient, reason, change.at), [], context);
    return { kind: 'done' };
  }

  function priceTo(broadcast: PlatformBroadcast, phone: string): number {
    const { message, sending } = broadcast;
    const list = prices.get(sending.platform);
    const parts = sending.platform === 'sms' ? partsOf(message.body) : 1;
    return list ? priceOf(phone, parts, list) : 0;
  }
}
