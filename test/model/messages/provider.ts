import { randomUUID } from 'node:crypto';
import type { AcceptedMessage, Publication } from '#local/messaging/accepted-message.ts';
import type { ReportedStatus } from '#local/messaging/recipients.ts';
import { smsReceipt } from '#local/messaging/sms-events.ts';
import { META_ERRORS, whatsAppAcceptance, whatsAppReceipt } from '#local/messaging/whatsapp-events.ts';
import { toCallbackText } from '#shared/messaging/domain/callback-data.ts';
import type { MessageSender, SendRequest, SendResult } from '#shared/messaging/ports/message-sender.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Run } from '#test/model/process.ts';
import { createRandom } from '#test/model/random.ts';
import type { Timeline } from '#test/model/timeline.ts';
import type { MessageLedger } from './message-ledger.ts';
import { STAGE } from './settings.ts';

/** What the provider does with a message, with the weight of each fate. */
const FATES = [
  ['delivers', 10],
  ['reads', 4],
  ['fails', 4],
  ['is silent', 3],
  ['throttles', 4],
  ['rejects', 2],
  ['knows the opt-out', 2],
  ['accepts without a response', 5],
  ['refuses without a response', 4],
  ['is late', 3],
  ['contradicts itself', 2],
] as const;

type Fate = (typeof FATES)[number][0];

const RECEIPTS: Readonly<Record<Fate, readonly ReportedStatus[]>> = {
  delivers: ['sent', 'delivered'],
  reads: ['sent', 'delivered', 'read'],
  fails: ['sent', 'failed'],
  'is silent': [],
  throttles: ['sent', 'delivered'],
  rejects: [],
  'knows the opt-out': [],
  'accepts without a response': ['sent', 'delivered'],
  'refuses without a response': [],
  'is late': ['sent', 'delivered'],
  'contradicts itself': ['delivered', 'failed', 'sent'],
};

/** The statuses that the provider reported, with the bodies that the queue of receipts got for each. */
export type Report = { readonly status: ReportedStatus; readonly bodies: readonly string[] };

export type Provider = {
  senderOf(run: Run): MessageSender;
  readonly reports: ReadonlyMap<string, readonly Report[]>;
  fateOf(messageId: string): Fate;
};

/** A provider that accepts, refuses, loses and reports messages as the seed says. Its events are those of the local stack. */
export function createProvider(options: {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly ledger: MessageLedger;
  /** Sends a publication to the queue of receipts; returns the bodies, those that get lost on the way as well. */
  readonly publish: (publication: Publication) => readonly string[];
}): Provider {
  const { seed, timeline, ledger, publish } = options;
  const random = createRandom(seed, 'provider');
  // Some stages have no event destination, so that AWS reports on the bus only.
  const hasTopic = random.chance(0.75);
  const fates = new Map<string, Fate>();
  const throttled = new Map<string, number>();
  const reports = new Map<string, Report[]>();

  function fateOf(messageId: string): Fate {
    const known = fates.get(messageId) ?? drawFate();
    fates.set(messageId, known);
    return known;
  }

  function drawFate(): Fate {
    const all = FATES.reduce((sum, [, weight]) => sum + weight, 0);
    let left = random.next() * all;
    return FATES.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'delivers';
  }

  function receive({ message, from, to }: SendRequest): SendResult {
    const sending = ledger.sendingOf(message.id);
    const fate = fateOf(message.id);
    const name = ledger.nick(message.id);
    timeline.say('provider', () => `gets ${name}, and ${fate}`);
    if (sending.isCommitted) ledger.breaks('at most one request that may have been accepted', name);
    if (fate === 'throttles') {
      const left = throttled.get(message.id) ?? random.between(1, 4);
      throttled.set(message.id, left - 1);
      if (left > 0)
        return { kind: 'deferred', code: 'throttled', retryAfterMs: random.chance(0.3) ? 2000 : null };
    }
    sending.isCommitted = true;
    if (fate === 'rejects') return { kind: 'rejected', code: 'destination_invalid' };
    if (fate === 'knows the opt-out') return { kind: 'rejected', code: 'opted_out' };
    if (fate === 'refuses without a response') return { kind: 'unknown', code: 'no_response' };
    sending.copies += 1;
    const { platform, workspaceId, id: messageId } = message;
    const callback = { stage: STAGE, workspaceId, messageId };
    const accepted: AcceptedMessage = {
      id: randomUUID(),
      platform: platform === 'sms' ? 'sms' : 'whatsapp',
      from: from.phone,
      to,
      text: 'text',
      content: null,
      context:
        platform === 'sms'
          ? { workspace: workspaceId, message: messageId, stage: STAGE }
          : { biz_opaque_callback_data: toCallbackText(callback) },
      hasTopic,
      acceptedAt: timeline.now(),
    };
    planReceipts(messageId, fate, accepted);
    if (fate === 'accepts without a response') return { kind: 'unknown', code: 'no_response' };
    return { kind: 'accepted', providerMessageId: accepted.id };
  }

  function planReceipts(messageId: string, fate: Fate, accepted: AcceptedMessage): void {
    if (accepted.platform === 'whatsapp' && fate !== 'is silent' && hasTopic)
      timeline.after(random.between(0, 2000), () => void publish(whatsAppAcceptance(accepted)));
    // Often before the response is recorded.
    let delay = random.between(0, random.chance(0.3) ? 20 : 3000);
    for (const status of RECEIPTS[fate]) {
      timeline.after(delay, () => report(messageId, status, accepted));
      const usual = random.chance(0.3) ? random.between(0, 20) : random.between(0, MINUTE_MS);
      delay += fate === 'is late' ? random.between(HOUR_MS, 20 * HOUR_MS) : usual;
    }
  }

  function report(messageId: string, status: ReportedStatus, accepted: AcceptedMessage): void {
    const at = timeline.now();
    const all =
      accepted.platform === 'sms'
        ? smsReceipt(accepted, status, at)
        : whatsAppReceipt(accepted, status, at, META_ERRORS.undeliverable);
    const publications = all.filter(({ via }) => hasTopic || via === 'bus');
    if (publications.length === 0) return;
    const known = reports.get(messageId) ?? [];
    reports.set(messageId, [...known, { status, bodies: publications.flatMap(publish) }]);
  }

  return {
    reports,
    fateOf,
    senderOf: (run) => ({
      provider: 'aws',
      async send(request) {
        // A request whose result the adapter does not learn has an unknown result.
        const result = await run
          .call('provider.send', async () => receive(request))
          .catch((): SendResult => ({ kind: 'unknown', code: 'no_response' }));
        // Receipts overtake a slow response.
        const delay = random.chance(0.3) ? random.between(50, 3000) : 0;
        if (delay > 0) await new Promise<void>((resolve) => void run.process.after(delay, resolve));
        return result;
      },
    }),
  };
}
