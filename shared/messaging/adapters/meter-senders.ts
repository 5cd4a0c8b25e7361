import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import { MESSAGING_METRICS } from '#shared/messaging/metrics.ts';
import type { MessageSender } from '#shared/messaging/ports/message-sender.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';

type Senders = Readonly<Partial<Record<OwnPlatform, MessageSender>>>;

/** Wraps the senders to count the results of attempts per platform. Messages of the sandbox reach nobody and are not counted. */
export function meterSenders({ sms, whatsapp, sandbox }: Senders, metrics: Pick<Metrics, 'add'>): Senders {
  function metered(platform: 'sms' | 'whatsapp', sender: MessageSender): MessageSender {
    return {
      ...sender,
      async send(request) {
        const result = await sender.send(request);
        metrics.add(MESSAGING_METRICS.messages, 1, { provider: platform, outcome: result.kind });
        metrics.add(MESSAGING_METRICS.accepted, result.kind === 'accepted' ? 1 : 0);
        metrics.add(
          MESSAGING_METRICS.throttled,
          result.kind === 'deferred' && result.code === 'throttled' ? 1 : 0,
        );
        metrics.add(MESSAGING_METRICS.withoutResult, result.kind === 'unknown' ? 1 : 0);
        return result;
      },
    };
  }
  return {
    ...(sms ? { sms: metered('sms', sms) } : {}),
    ...(whatsapp ? { whatsapp: metered('whatsapp', whatsapp) } : {}),
    ...(sandbox ? { sandbox } : {}),
  };
}
