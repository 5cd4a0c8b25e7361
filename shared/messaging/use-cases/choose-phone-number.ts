import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import { isOwnPlatform, type MessagePlatform } from '#shared/messaging/domain/message-platform.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { PlatformError, ValidationError, errorOf } from '#shared/platform/core/errors.ts';

/**
 * The phone number of a new conversation: the requested one, or the only verified one of the platform. Null where an engine sends.
 * @throws ValidationError `phone_number_not_found` · `required` if there are several · `invalid_format` if the platform has no numbers
 * @throws PlatformError `phone_number_not_verified`
 */
export async function choosePhoneNumber(
  numbers: Pick<PhoneNumberReader, 'find' | 'list'>,
  workspaceId: string,
  { platform, requested }: { readonly platform: MessagePlatform; readonly requested: string | undefined },
): Promise<string | null> {
  if (!isOwnPlatform(platform)) {
    if (requested === undefined) return null;
    throw rejection(
      'invalid_format',
      `Your messaging system sends messages on ${platform}. Leave phone_number_id out.`,
    );
  }
  if (requested !== undefined) {
    const number = await numbers.find(workspaceId, requested);
    if (number?.platform !== platform) {
      const detail = `The workspace has no phone number for ${platform} with this ID. Use the ID of one from listPhoneNumbers.`;
      throw rejection('phone_number_not_found', detail);
    }
    if (number.state !== 'verified')
      throw notVerified('The phone number is not verified. Verify it with verifyPhoneNumber.');
    return number.id;
  }
  const [only, ...others] = await verifiedNumbers(numbers, workspaceId, platform);
  if (!only)
    throw notVerified(
      `The workspace has no verified phone number for ${platform}. Connect and verify one, then repeat the request.`,
    );
  if (others.length > 0)
    throw rejection(
      'required',
      `The workspace has several verified phone numbers for ${platform}. Send the ID of one of them.`,
    );
  return only.id;
}

/**
 * Requires that the phone number of a conversation can still send: it can have been disconnected, or rejected by a later verification.
 * @throws PlatformError `phone_number_not_verified`
 */
export async function requireVerifiedNumber(
  numbers: Pick<PhoneNumberReader, 'find'>,
  { workspaceId, platform, phoneNumberId }: Conversation,
): Promise<void> {
  // Another system sends from a number of its own.
  if (phoneNumberId === null) return;
  const number = await numbers.find(workspaceId, phoneNumberId);
  if (number?.state === 'verified') return;
  throw notVerified(
    number
      ? 'The phone number of the conversation is not verified. Verify it with verifyPhoneNumber, then repeat the request.'
      : `The phone number of the conversation was disconnected. Create a conversation from another number for ${platform}; close this one first.`,
  );
}

/** The verified phone numbers for a platform, oldest first. */
export async function verifiedNumbers(
  numbers: Pick<PhoneNumberReader, 'list'>,
  workspaceId: string,
  platform: MessagePlatform,
): Promise<PhoneNumber[]> {
  const all = await numbers.list(workspaceId);
  return all.filter((number) => number.platform === platform && number.state === 'verified');
}

/** The error of a platform without a verified number. */
export function notVerified(detail: string): PlatformError {
  return new PlatformError(messagingErrors.phone_number_not_verified, detail);
}

function rejection(
  code: 'required' | 'invalid_format' | 'phone_number_not_found',
  detail: string,
): ValidationError {
  const error = errorOf(code, { phone_number_not_found: messagingErrors.phone_number_not_found });
  return new ValidationError([{ pointer: '#/phone_number_id', ...error, detail }]);
}
