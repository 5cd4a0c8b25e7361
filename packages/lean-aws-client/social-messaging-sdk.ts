import { SocialMessagingClient, type SocialMessagingClientConfig } from '@aws-sdk/client-socialmessaging';
import type { Environment } from './direct-client.ts';
import { SDK_LIMITS } from './sdk-limits.ts';
import { sdkPlace } from './sdk-place.ts';

/** The commands of the platform. */
export {
  GetLinkedWhatsAppBusinessAccountPhoneNumberCommand,
  GetWhatsAppMessageMediaCommand,
  ListTagsForResourceCommand,
  ListWhatsAppMessageTemplatesCommand,
  PostWhatsAppMessageMediaCommand,
  SendWhatsAppMessageCommand,
} from '@aws-sdk/client-socialmessaging';

/** A client of AWS End User Messaging Social; endpoint, region and credentials come from the environment. */
export function createSdkSocialMessagingClient(
  environment: Environment,
  settings: SocialMessagingClientConfig = {},
): SocialMessagingClient {
  const place = sdkPlace(environment, environment['AWS_ENDPOINT_URL_SOCIALMESSAGING']);
  return new SocialMessagingClient({ ...SDK_LIMITS, ...place, ...settings });
}
