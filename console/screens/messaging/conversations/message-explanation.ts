import { needsNumber, platformName } from '#console/screens/messaging/platforms.ts';
import type { Message } from './conversation-reads.ts';

type Shown = Pick<Message, 'status' | 'error_code' | 'platform'>;

/** Why a message failed, and what a person can do about it. */
const REASONS: Readonly<Record<string, string>> = {
  expired: 'It could not be sent in time. Send it again if it still matters.',
  opted_out:
    'The contact has opted out of this channel. Nothing can be sent until the contact opts in again.',
  template_required: 'WhatsApp accepts only templates now. Send a template.',
  template_invalid:
    'WhatsApp rejected the template. Check that it is approved and that its parameters are complete.',
  media_not_found: 'The file is no longer in the media library. Upload it again, then send another message.',
  rate_limited:
    'The channel limits how many messages the contact or your phone number gets. Send it again later.',
  destination_unreachable:
    'The phone of the contact cannot be reached on this channel. Try again later, or use another channel.',
  message_rejected: 'The channel rejected the message. Check the phone number of the contact and the text.',
  message_type_unsupported: 'The channel does not accept this kind of message. Send a text.',
  destination_invalid:
    'The phone number of the contact is not valid. Correct it, then send the message again.',
  destination_blocked:
    'This installation does not send to the country of the phone number. Ask its operator.',
  destination_not_verified:
    'The account of this installation sends only to verified phone numbers. Ask its operator.',
  price_over_limit: 'The message costs more than this installation allows. Ask its operator.',
  spend_limit_reached:
    'The spend limit of this installation is reached. Ask its operator, then send the message again.',
  sender_not_found: 'The phone number of your workspace no longer exists at AWS. Verify it again.',
  sender_not_active:
    'The phone number of your workspace is not active at AWS. Verify it again, or ask the operator.',
  contact_unreachable: 'The contact has no phone number. Add one, then send the message again.',
  channel_not_available: 'This installation does not send on this channel. Ask its operator.',
  phone_number_not_verified:
    'The phone number of your workspace is not verified. Verify it, then send the message again.',
};

/** The codes of failures that have an explanation. */
export const FAILURE_CODES: readonly string[] = Object.keys(REASONS);

/** What a person should know about the status of a message; undefined if its name says everything. */
export function explanationOf({ status, error_code: code, platform }: Shown): string | undefined {
  if (status === 'queued') return whyQueued(platform, code);
  if (status === 'unknown')
    return 'It may have been sent. It is not sent again, because the contact could receive it twice. The status changes if the channel reports the result later.';
  if (status !== 'failed') return undefined;
  return (
    reasonOf(code) ?? 'The channel did not accept or deliver it. Check the phone number or send it again.'
  );
}

function whyQueued(platform: string, code: string | null): string | undefined {
  if (!needsNumber(platform)) return `It waits for the system that sends on ${platformName(platform)}.`;
  return code === null
    ? undefined
    : 'The last attempt did not send the message. The platform tries again automatically.';
}

function reasonOf(code: string | null): string | undefined {
  return code !== null && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}
