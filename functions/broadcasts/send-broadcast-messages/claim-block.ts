import { randomUUID } from 'node:crypto';
import { skipReason, type SkipReason } from '#shared/broadcasts/domain/audience.ts';
import {
  type BroadcastControl,
  BroadcastHeldError,
  type Hold,
} from '#shared/broadcasts/domain/broadcast-control.ts';
import { costOf } from '#shared/broadcasts/domain/message-cost.ts';
import type { PriceList } from '#shared/broadcasts/domain/price-list.ts';
import {
  afterMessage,
  attemptedAt,
  messageTo,
  type PlatformBroadcast,
  type Recipient,
  skipped,
} from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientMeter } from '#shared/broadcasts/ports/recipient-meter.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { createRecipientMessages } from '#shared/broadcasts/use-cases/recipient-messages.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { LEASE_MS } from '#shared/messaging/domain/message-job.ts';
import { claimed, endOfLife } from '#shared/messaging/domain/message-progress.ts';
import type { BroadcastMessage } from '#shared/messaging/domain/message.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import { failBeforeSending } from '#shared/messaging/use-cases/fail-before-sending.ts';
import { withOptOutsOfNumber } from '#shared/messaging/use-cases/keep-opt-outs.ts';
import {
  type PrepareDependencies,
  type PreparedSend,
  prepareSend,
} from '#shared/messaging/use-cases/prepare-send.ts';
import { createResultRecorder, type ResultDependencies } from '#shared/messaging/use-cases/record-result.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { isConcurrentUpdate, retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { BatchReads } from './batch-reads.ts';
import type { Run } from './run.ts';

/** A lease must last this long in milliseconds when its request is sent, so that the result is recorded before it ends. */
const MIN_LEASE_MS = 30_000;

/** The result for a claimed message whose request was not sent, because its lease was too short. A later batch claims it again. */
const LATE: SendResult = { kind: 'deferred', code: 'lease_too_short', retryAfterMs: 0 };

const ATTEMPTED = {
  code: 'BROADCAST_MESSAGE_ATTEMPTED',
  message: 'Message was given to its provider',
};
const NOT_ATTEMPTED = {
  code: 'BROADCAST_MESSAGE_LATE',
  message: 'Message was not sent, because its lease was too short; it is claimed again',
};

export type ClaimDependencies = Pick<PrepareDependencies, 'senders'> &
  Omit<ResultDependencies, 'contacts' | 'store'> & {
    readonly contacts: ResultDependencies['contacts'] & Pick<ContactReader, 'find' | 'findSameNumber'>;
    readonly recipients: Pick<RecipientStore, 'find' | 'save' | 'claim'>;
    readonly prices: PriceList;
    readonly meter: RecipientMeter;
    readonly clock: Clock;
    readonly backOff: BackOff;
    readonly log: Log;
  };

/** A recipient with its contact as it was read; undefined if the contact was erased. */
export type Member = { readonly recipient: Recipient; readonly contact: Contact | undefined };

/** A claimed message, with everything that its request needs. */
export type ClaimedSend = PreparedSend & { readonly message: BroadcastMessage };

/** The next change of a recipient: a claim, a skip or a failure. `hold`: no recipient can be claimed now. */
type Plan =
  | {
      readonly kind: 'claim';
      readonly recipient: Recipient;
      readonly contact: Contact;
      readonly message: BroadcastMessage;
      readonly prepared: PreparedSend;
    }
  | { readonly kind: 'skip'; readonly recipient: Recipient; readonly reason: SkipReason }
  | { readonly kind: 'fail'; readonly message: BroadcastMessage; readonly errorCode: string }
  | { readonly kind: 'hold'; readonly hold: Hold };

type ClaimPlan = Extract<Plan, { kind: 'claim' }>;

/** What all claims of a block have in common. */
type Block = {
  readonly control: BroadcastControl;
  readonly reads: BatchReads;
  /** Called for each message immediately after its claim, so that its request is made even if a later claim fails. */
  readonly start: (send: ClaimedSend) => void;
};

/** How a run sends to recipients of its broadcast: a claim, one request to the provider, and its result. */
export function createClaiming(
  deps: ClaimDependencies,
  broadcast: PlatformBroadcast,
  { newChange }: Pick<Run, 'newChange'>,
) {
  const { recipients, contacts, senders, prices, meter, clock, backOff, log } = deps;
  const { platform } = broadcast.sending;
  const broadcasts = { find: async () => broadcast };
  const store = createRecipientMessages({ broadcasts, recipients, meter });
  const recordResult = createResultRecorder({ ...deps, store });

  return { claim, send };

  /**
   * Claims recipients in one transaction, so that only this run sends to them. If DynamoDB cancels it, each recipient is claimed alone: a STOP, an
   * erasure or a lack of budget then affects only the recipients that it concerns. Returns the reason if no further recipient can be claimed.
   */
  async function claim(block: Block, members: readonly Member[]): Promise<Hold | undefined> {
    const change = newChange();
    const plans = await Promise.all(members.map((member) => planOf(block, member, change.at)));
    const claims = plans.filter((plan) => plan.kind === 'claim');
    const areClaimed = claims.length > 1 && (await claimTogether(block, claims, change));
    for (const [index, member] of members.entries()) {
      if (areClaimed && plans[index]?.kind === 'claim') continue;
      const hold = await claimAlone(block, member);
      if (hold) return hold;
    }
    return undefined;
  }

  async function claimTogether(block: Block, claims: readonly ClaimPlan[], change: Change): Promise<boolean> {
    try {
      await commitClaims(block, claims, change);
      return true;
    } catch (error) {
      if (error instanceof BroadcastHeldError || isConcurrentUpdate(error)) return false;
      throw error;
    }
  }

  /** Repeats the claim of one recipient while other requests change it or its contact. */
  async function claimAlone(block: Block, member: Member): Promise<Hold | undefined> {
    try {
      return await retryOnConflict(backOff, async (isRetry) => {
        const current = isRetry ? await pendingNow(member.recipient) : member;
        if (!current) return undefined;
        const change = newChange();
        const plan = await planOf(block, current, change.at);
        if (plan.kind === 'hold') return plan.hold;
        await (plan.kind === 'claim' ? commitClaims(block, [plan], change) : giveUp(plan, change));
        return undefined;
      });
    } catch (error) {
      if (error instanceof BroadcastHeldError) return error.hold;
      throw error;
    }
  }

  async function pendingNow({ broadcastId, contactId }: Recipient): Promise<Member | undefined> {
    const recipient = await recipients.find(broadcastId, contactId);
    if (recipient?.status !== 'pending') return undefined;
    return { recipient, contact: await contacts.find(recipient.workspaceId, contactId) };
  }

  async function planOf(
    { reads }: Block,
    { recipient: found, contact: member }: Member,
    now: Date,
  ): Promise<Plan> {
    const recipient = attemptedAt(found, platform, now);
    const contact = member && (await withOptOutsOfNumber(contacts, member));
    const reason = contact ? skipReason(contact, platform) : 'contact_erased';
    if (!contact || reason) return { kind: 'skip', recipient, reason: reason ?? 'contact_erased' };
    const message = messageTo(broadcast, recipient, now);
    const isExpired = recipient.firstClaimedAt !== null && now >= endOfLife(message);
    const prepared = isExpired
      ? { errorCode: 'expired' }
      : await prepareSend({ ...reads, senders }, message, contact);
    if (!('errorCode' in prepared)) return { kind: 'claim', recipient, contact, message, prepared };
    const { errorCode } = prepared;
    return errorCode === 'phone_number_not_verified'
      ? { kind: 'hold', hold: 'number_unavailable' }
      : { kind: 'fail', message, errorCode };
  }

  async function commitClaims(
    { control, start }: Block,
    claims: readonly ClaimPlan[],
    change: Change,
  ): Promise<void> {
    const until = new Date(change.at.getTime() + LEASE_MS);
    const made = claims.map(({ recipient: before, contact, message, prepared }) => {
      const mine = claimed(message, { token: randomUUID(), until }, change.at);
      const { price } = costOf(broadcast, prepared.request.to, prices);
      const after = { ...afterMessage(before, mine), price };
      return { claim: { before, after, contact }, send: { ...prepared, message: mine } };
    });
    const context = { change, idempotencyRecord: null };
    await recipients.claim(
      made.map((each) => each.claim),
      { control },
      context,
    );
    for (const { claim: each, send: next } of made) {
      meter.changed(each.before, each.after, platform);
      start(next);
    }
  }

  /** Ends a recipient that gets no message. */
  async function giveUp(plan: Extract<Plan, { kind: 'skip' | 'fail' }>, change: Change): Promise<void> {
    if (plan.kind === 'fail') {
      await failBeforeSending({ ...deps, store }, plan.message, plan.errorCode, change);
      return;
    }
    const { recipient, reason } = plan;
    const context = { change, idempotencyRecord: null };
    await recipients.save(recipient, skipped(recipient, reason, change.at), [], context);
  }

  /**
   * Sends a claimed message with one request, and records the result. It never repeats the request. If the lease is too short for a request, the
   * recipient waits for its next claim.
   */
  async function send({ sender, request, message }: ClaimedSend): Promise<SendResult> {
    const left = (message.claim?.until.getTime() ?? 0) - clock().getTime();
    const result = left < MIN_LEASE_MS ? LATE : await sender.send({ message, ...request });
    const { workspaceId: workspace_id, attempts: attempt, id: message_id } = message;
    const reason = result.kind === 'accepted' ? undefined : result.code;
    const about = { message_id, workspace_id, platform, attempt, result: result.kind, reason };
    log.info(result === LATE ? NOT_ATTEMPTED : ATTEMPTED, about);
    await recordResult(message, { provider: sender.provider, result }, newChange);
    return result;
  }
}
