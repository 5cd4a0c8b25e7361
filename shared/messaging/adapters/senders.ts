import type { SqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { MessageSender } from '#shared/messaging/ports/message-sender.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { createSandboxSender } from './sandbox-sender.ts';
import { createSmsSender } from './sms-sender.ts';
import { createSqsSandboxReports } from './sqs-message-queues.ts';
import { createWhatsappSender } from './whatsapp-sender.ts';

export type SenderSettings = {
  readonly stage: string;
  readonly messagingChannels: readonly string[];
  readonly readMediaBucket: FileSettings;
  readonly smsConfigurationSet: string;
  readonly smsProtectConfiguration: string;
  readonly smsMaxPrice: string;
  /** Region, credentials and endpoints of the messaging services. */
  readonly environment: Environment;
  readonly clock: Clock;
};

/** The senders of a stage. The sandbox exists in every stage. */
export function createSenders(
  settings: SenderSettings,
  sqs: SqsClient,
  receiptQueue: string,
): Readonly<Partial<Record<OwnPlatform, MessageSender>>> {
  const { stage, messagingChannels, readMediaBucket, environment, clock } = settings;
  const sms = {
    configurationSet: settings.smsConfigurationSet,
    protectConfiguration: settings.smsProtectConfiguration,
    maxPrice: settings.smsMaxPrice,
    stage,
  };
  return {
    sandbox: createSandboxSender({ report: createSqsSandboxReports(sqs, receiptQueue), stage, clock }),
    ...(messagingChannels.includes('sms') ? { sms: createSmsSender(sms, environment, clock) } : {}),
    ...(messagingChannels.includes('whatsapp')
      ? { whatsapp: createWhatsappSender({ mediaBucket: readMediaBucket.MEDIA_BUCKET, stage }, environment) }
      : {}),
  };
}
