import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import { createSingleRequests, type SingleRequests } from '#packages/lean-aws-client/single-requests.ts';
import { toCallbackText } from '#shared/messaging/domain/callback-data.ts';
import type { MessageContent } from '#shared/messaging/domain/message.ts';
import type {
  MessageSender,
  OutgoingFile,
  SendRequest,
  SendResult,
} from '#shared/messaging/ports/message-sender.ts';
import { type ProviderError, rejected, resultOfFailure, waitsForOperator } from './provider-error.ts';

/** The version of the messages API of Meta. Meta supports a version for at least two years. */
const API_VERSION = 'v20.0';

export type WhatsappSettings = {
  /** The bucket of the media library. */
  readonly mediaBucket: string;
  readonly stage: string;
};

/** Sends WhatsApp messages by AWS End User Messaging Social. */
export function createWhatsappSender(
  settings: WhatsappSettings,
  environment: Environment,
  requests: SingleRequests = createSingleRequests(),
): MessageSender {
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const sdk = await import('#packages/lean-aws-client/social-messaging-sdk.ts');
    return { sdk, client: sdk.createSdkSocialMessagingClient(environment, requests.settings) };
  }

  /** Uploads the file to WhatsApp. An upload sends nothing to anybody, so its failure is certain. */
  async function upload(
    origin: string,
    { key }: OutgoingFile,
  ): Promise<{ readonly id: string } | SendResult> {
    loaded ??= load();
    const { sdk, client } = await loaded;
    const command = new sdk.PostWhatsAppMessageMediaCommand({
      originationPhoneNumberId: origin,
      sourceS3File: { bucketName: settings.mediaBucket, key },
    });
    const result = await requests.send((options) => client.send(command, options));
    if (result.kind === 'done' && result.output.mediaId) return { id: result.output.mediaId };
    const failed = result.kind === 'failed' ? resultOfFailure(result, resultOfError) : undefined;
    if (failed && failed.kind !== 'unknown') return failed;
    return { kind: 'deferred', code: 'provider_unavailable', retryAfterMs: null };
  }

  return {
    provider: 'aws',

    async send({ message, from, to, file }: SendRequest) {
      const origin = from.originationId;
      if (origin === null) return rejected('sender_not_found');
      const media = file === null ? null : await upload(origin, file);
      if (media && 'kind' in media) return media;
      const content = toContent(message.content, media?.id, file);
      if (content === undefined) return rejected('message_type_unsupported');
      const { workspaceId, id: messageId } = message;
      const body = {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        ...content,
        biz_opaque_callback_data: toCallbackText({ stage: settings.stage, workspaceId, messageId }),
      };
      loaded ??= load();
      const { sdk, client } = await loaded;
      const command = new sdk.SendWhatsAppMessageCommand({
        originationPhoneNumberId: origin,
        message: Buffer.from(JSON.stringify(body)),
        metaApiVersion: API_VERSION,
      });
      const result = await requests.send((options) => client.send(command, options));
      if (result.kind === 'failed') return resultOfFailure(result, resultOfError);
      const providerMessageId = result.output.messageId;
      return providerMessageId === undefined || providerMessageId === ''
        ? { kind: 'unknown', code: 'no_response' }
        : { kind: 'accepted', providerMessageId };
    },
  };
}

/** The content in the format of the Cloud API of Meta; undefined for content that WhatsApp does not have. */
function toContent(content: MessageContent, mediaId: string | undefined, file: OutgoingFile | null) {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { preview_url: false, body: content.text } };
    case 'template':
      return { type: 'template', template: toTemplate(content) };
    case 'other':
      return undefined;
    default: {
      if (mediaId === undefined) return undefined;
      // An audio message has no caption.
      const caption = content.text === null || content.type === 'audio' ? {} : { caption: content.text };
      const named = content.type === 'document' && file !== null ? { filename: file.fileName } : {};
      return { type: content.type, [content.type]: { id: mediaId, ...caption, ...named } };
    }
  }
}

function toTemplate({ name, language, parameters }: Extract<MessageContent, { type: 'template' }>) {
  const texts = parameters.map((text) => ({ type: 'text', text }));
  const components = texts.length === 0 ? {} : { components: [{ type: 'body', parameters: texts }] };
  return { name, language: { code: language }, ...components };
}

function resultOfError({ name }: ProviderError): SendResult | undefined {
  switch (name) {
    case 'LimitExceededException':
      return waitsForOperator('spend_limit_reached');
    case 'AccessDeniedByMetaException':
      return waitsForOperator('provider_access_denied');
    case 'ResourceNotFoundException':
      return rejected('sender_not_found');
    default:
      return undefined;
  }
}
