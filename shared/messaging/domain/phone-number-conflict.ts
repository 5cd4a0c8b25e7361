import * as messagingErrors from '#shared/messaging/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';

/** The workspace has connected the phone number before, as the number with this ID. */
export function phoneNumberExists(phoneNumberId: string): PlatformError {
  return new PlatformError(
    messagingErrors.phone_number_exists,
    'The workspace has connected this phone number already. Use or disconnect that number.',
    { phone_number_id: phoneNumberId },
  );
}

/** Another workspace has verified the phone number. The response does not say which one. */
export function phoneNumberTaken(): PlatformError {
  return new PlatformError(
    messagingErrors.phone_number_taken,
    'Another workspace has verified this phone number. It must be disconnected there first.',
  );
}
