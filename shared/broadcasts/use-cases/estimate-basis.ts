import { createHash } from 'node:crypto';
import type { PlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';

/** A digest of everything in a broadcast that its estimate depends on: not the number, the budget and the quiet hours. */
export function estimateBasis({ message, audience, sending }: PlatformBroadcast): string {
  const { platform, ratePerSecond } = sending;
  const content = JSON.stringify([message.type, message.body, audience ?? '{}', platform, ratePerSecond]);
  return createHash('sha256').update(content).digest('base64url');
}
