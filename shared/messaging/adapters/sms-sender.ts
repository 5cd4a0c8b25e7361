import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import { createSingleRequests, type SingleRequests } from '#packages/lean-aws-client/single-requests.ts';
import { endOfLife } from '#shared/messaging/domain/message-progress.ts';
import type { SentMessage } from '#shared/messaging/domain/message.ts';
import type { MessageSender, SendResult } from '#shared/messaging/ports/message-sender.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { type ProviderError, rejected, resultOfFailure, waitsForOperator } from './provider-error.ts';

/** The limits of `TimeToLive` in seconds. */
const MIN_LIFE_SECONDS = 5;
const MAX_LIFE_SECONDS = 259_200;

export type SmsSettings = {
  /** With an event destination that publishes the status of the messages. */
  readonly configurationSet: string;
  /** Empty for the one of the configuration set or the account. */
  readonly protectConfiguration: string;
  /** The most that one message part may cost, in dollars with a decimal point, such as `0.20`. */
  readonly maxPrice: string;
  /** Sent with each message, so that a stage recognises receipts of its own messages. */
  readonly stage: string;
};

/** Sends text messages by AWS End User Messaging SMS. */
export function createSmsSender(
  settings: SmsSettings,
  environment: Environment,
  clock: Clock,
  requests: SingleRequests = createSingleRequests(),
): MessageSender {
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const sdk = await import('#packages/lean-aws-client/sms-voice-sdk.ts');
    return { sdk, client: sdk.createSdkSmsVoiceClient(environment, requests.settings) };
  }

  return {
    provider: 'aws',

    async send({ message, from, to }) {
      const { content } = message;
      if (content.type !== 'text') return rejected('message_type_unsupported');
      loaded ??= load();
      const { sdk, client } = await loaded;
      const { configurationSet, protectConfiguration, maxPrice, stage } = settings;
      const command = new sdk.SendTextMessageCommand({
        DestinationPhoneNumber: to,
        OriginationIdentity: from.originationId ?? from.phone,
        MessageBody: content.text,
        MessageType: 'TRANSACTIONAL',
        ConfigurationSetName: configurationSet,
        MaxPrice: maxPrice,
        TimeToLive: remainingSeconds(message, clock()),
        Context: { workspace: message.workspaceId, message: message.id, stage },
        ...(protectConfiguration === '' ? {} : { ProtectConfigurationId: protectConfiguration }),
      });
      const result = await requests.send((options) => client.send(command, options));
      if (result.kind === 'failed') return resultOfFailure(result, resultOfError);
      const { MessageId: providerMessageId } = result.output;
      return providerMessageId === undefined || providerMessageId === ''
        ? { kind: 'unknown', code: 'no_response' }
        : { kind: 'accepted', providerMessageId };
    },
  };
}

/** `TimeToLive`: the seconds until the message fails with `expired`, within the limits of AWS. */
function remainingSeconds(message: SentMessage, now: Date): number {
  const seconds = Math.floor((endOfLife(message).getTime() - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, MIN_LIFE_SECONDS), MAX_LIFE_SECONDS);
}

/** Reasons that concern the recipient or the text. */
const REJECTIONS: Readonly<Record<string, string>> = {
  DESTINATION_PHONE_NUMBER_OPTED_OUT: 'opted_out',
  DESTINATION_PHONE_NUMBER_NOT_VERIFIED: 'destination_not_verified',
  DESTINATION_COUNTRY_BLOCKED: 'destination_blocked',
  DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION: 'destination_blocked',
  DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE: 'destination_blocked',
  COUNTRY_NOT_ENABLED: 'destination_blocked',
  INTERNATIONAL_SENDING_NOT_SUPPORTED: 'destination_blocked',
  INVALID_IDENTITY_FOR_DESTINATION_COUNTRY: 'destination_blocked',
  COUNTRY_CODE_MISMATCH: 'destination_invalid',
  PRICE_OVER_THRESHOLD: 'price_over_limit',
};

/** Reasons that concern the number of the workspace. */
const SENDER_REASONS = new Set([
  'MESSAGE_TYPE_MISMATCH',
  'NO_ORIGINATION_IDENTITIES_FOUND',
  'NUMBER_CAPABILITIES_MISMATCH',
  'PHONE_NUMBER_NOT_IN_REGISTRATION_REGION',
  'REGISTRATION_NOT_COMPLETE',
  'RESOURCE_NOT_ACCESSIBLE',
  'RESOURCE_NOT_ACTIVE',
]);

function resultOfError({ name, reason = '' }: ProviderError): SendResult | undefined {
  if (name === 'ServiceQuotaExceededException') return waitsForOperator('spend_limit_reached');
  if (name === 'ResourceNotFoundException') return rejected('sender_not_found');
  if (SENDER_REASONS.has(reason)) return rejected('sender_not_active');
  const code = Object.hasOwn(REJECTIONS, reason) ? REJECTIONS[reason] : undefined;
  return code === undefined ? undefined : rejected(code);
}
