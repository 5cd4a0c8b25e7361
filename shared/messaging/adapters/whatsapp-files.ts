import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import type { IncomingFiles } from '#shared/messaging/ports/incoming-files.ts';

/** Errors after which WhatsApp never returns the file. */
const GONE = new Set(['ResourceNotFoundException', 'InvalidParametersException', 'ValidationException']);

/** Files of WhatsApp messages. AWS writes a file to the bucket itself, so its bytes never pass through the function. */
export function createWhatsappFiles(bucketName: string, environment: Environment): IncomingFiles {
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const sdk = await import('#packages/lean-aws-client/social-messaging-sdk.ts');
    return { sdk, client: sdk.createSdkSocialMessagingClient(environment) };
  }

  return {
    async fetch({ number: { originationId }, providerFileId, prefix }) {
      if (originationId === null) return undefined;
      loaded ??= load();
      const { sdk, client } = await loaded;
      const command = new sdk.GetWhatsAppMessageMediaCommand({
        mediaId: providerFileId,
        originationPhoneNumberId: originationId,
        // AWS appends the ID of the file to the key.
        destinationS3File: { bucketName, key: prefix },
      });
      try {
        await client.send(command);
        return `${prefix}${providerFileId}`;
      } catch (error) {
        if (error instanceof Error && GONE.has(error.name)) return undefined;
        throw error;
      }
    },
  };
}
