import * as messagingErrors from '#shared/messaging/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';

/** The error of a command that would give two contacts the same address. `contact` is the one that has it. */
export function contactExists(kind: 'email' | 'phone', contactId: string): PlatformError {
  const address = kind === 'email' ? 'email address' : 'phone number';
  const detail = `Another contact has this ${address}. Update that contact, or delete it first.`;
  return new PlatformError(messagingErrors.contact_exists, detail, { contact: contactId, field: kind });
}
