import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import type { NumberDirectory } from '#shared/messaging/ports/number-directory.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';

/** Requires that the installation sends on this platform. @throws PlatformError `channel_not_available` */
export function requireChannel(
  numberDirectory: Pick<NumberDirectory, 'isAvailable'>,
  platform: OwnPlatform,
): void {
  if (numberDirectory.isAvailable(platform)) return;
  throw new PlatformError(
    messagingErrors.channel_not_available,
    `This installation sends no messages on ${platform}. Ask its operator, or use a number of the sandbox.`,
  );
}
