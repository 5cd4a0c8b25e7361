import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { MessageSender } from '#shared/messaging/ports/message-sender.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { type SenderSettings, servicesOf } from '#shared/platform/runtime/messaging-settings.ts';
import { createSandboxSender } from './sandbox-sender.ts';
import { createSmsSender } from './sms-sender.ts';
import { createSqsSandboxReports } from './sqs-message-queues.ts';
import { createWhatsappSender } from './whatsapp-sender.ts';

/** The senders of a stage. The sandbox exists in every stage. */
export function createSenders(
  env: SenderSettings & { readonly STAGE: string },
  sqs: SqsClient,
  clock: Clock,
): Readonly<Partial<Record<OwnPlatform, MessageSender>>> {
  const { STAGE: stage, MEDIA_BUCKET: mediaBucket, MESSAGING_CHANNELS: channels } = env;
  const services = servicesOf(env);
  const sms = {
    configurationSet: env.SMS_CONFIGURATION_SET,
    protectConfiguration: env.SMS_PROTECT_CONFIGURATION,
    maxPrice: env.SMS_MAX_PRICE,
    stage,
  };
  return {
    sandbox: createSandboxSender({
      report: createSqsSandboxReports(sqs, env.RECEIPT_QUEUE_URL),
      stage,
      clock,
    }),
    ...(channels.includes('sms') ? { sms: createSmsSender(sms, services, clock) } : {}),
    ...(channels.includes('whatsapp')
      ? { whatsapp: createWhatsappSender({ mediaBucket, stage }, services) }
      : {}),
  };
}
