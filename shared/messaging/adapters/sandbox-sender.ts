import type { SentMessage } from '#shared/messaging/domain/message.ts';
import type { SandboxReceipt } from '#shared/messaging/domain/receipts/sandbox-receipt.ts';
import type { MessageSender } from '#shared/messaging/ports/message-sender.ts';

/** How late the receipt of a slow recipient is, in seconds. */
const SLOW_SECONDS = 60;

type Behaviour = {
  readonly result: 'accepted' | 'rejected' | 'deferred-once' | 'unknown';
  /** The receipt that follows, if there is one. */
  readonly reports?: SandboxReceipt['status'];
  readonly afterSeconds?: number;
};

/** What happens to a message, by the last two digits of the recipient's phone number (docs/specification/messaging.md#sandbox-of-messages). */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  '01': { result: 'rejected' },
  '02': { result: 'accepted' },
  '03': { result: 'deferred-once', reports: 'delivered' },
  '04': { result: 'unknown' },
  '05': { result: 'accepted', reports: 'delivered', afterSeconds: SLOW_SECONDS },
  '06': { result: 'accepted', reports: 'failed' },
  '07': { result: 'unknown', reports: 'delivered' },
};

const DELIVERED: Behaviour = { result: 'accepted', reports: 'delivered' };

export type SandboxDependencies = {
  /** Queues a receipt, which returns to the platform like those of AWS. */
  readonly report: (receipt: SandboxReceipt, delaySeconds: number) => Promise<void>;
  readonly stage: string;
  readonly clock: () => Date;
};

/** A provider that reaches nobody. Its IDs are derived from the messages, and its receipts use the queue of all receipts. */
export function createSandboxSender({ report, stage, clock }: SandboxDependencies): MessageSender {
  async function reportLater(
    { id: messageId, workspaceId }: SentMessage,
    providerMessageId: string,
    { reports, afterSeconds = 0 }: Behaviour,
  ): Promise<void> {
    if (reports === undefined) return;
    const at = clock().getTime() + afterSeconds * 1000;
    const message = { stage, workspaceId, messageId };
    await report({ source: 'sandbox', status: reports, providerMessageId, ...message, at }, afterSeconds);
  }

  return {
    provider: 'sandbox',

    async send({ message, to }) {
      const behaviour = BEHAVIOURS[to.slice(-2)] ?? DELIVERED;
      if (behaviour.result === 'rejected') return { kind: 'rejected', code: 'message_rejected' };
      if (behaviour.result === 'deferred-once' && message.attempts <= 1)
        return { kind: 'deferred', code: 'throttled', retryAfterMs: null };
      const providerMessageId = `sandbox-${message.id}`;
      await reportLater(message, providerMessageId, behaviour);
      if (behaviour.result === 'unknown') return { kind: 'unknown', code: 'no_response' };
      return { kind: 'accepted', providerMessageId };
    },
  };
}
