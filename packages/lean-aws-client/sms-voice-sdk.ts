import {
  PinpointSMSVoiceV2Client,
  type PinpointSMSVoiceV2ClientConfig,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { Environment } from './direct-client.ts';
import { SDK_LIMITS } from './sdk-limits.ts';
import { sdkPlace } from './sdk-place.ts';

/** The commands of the platform. */
export {
  DescribePhoneNumbersCommand,
  ListTagsForResourceCommand,
  SendTextMessageCommand,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';

/** A client of AWS End User Messaging SMS; endpoint, region and credentials come from the environment. */
export function createSdkSmsVoiceClient(
  environment: Environment,
  settings: PinpointSMSVoiceV2ClientConfig = {},
): PinpointSMSVoiceV2Client {
  const place = sdkPlace(environment, environment['AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2']);
  return new PinpointSMSVoiceV2Client({ ...SDK_LIMITS, ...place, ...settings });
}
