import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';
import type { VerifyResult } from '#shared/publishing/ports/publishing-provider.ts';
import { PublishingStopError, retryableError } from './publishing-stop.ts';

const MAX_NAME = 255;
const MAX_URL = 2048;

/** Runs the request for the profile that credentials belong to, and converts its errors to a result. */
export async function verifyBy(ask: () => Promise<RemoteProfile>): Promise<VerifyResult> {
  try {
    return { kind: 'verified', profile: await ask() };
  } catch (error) {
    if (!(error instanceof PublishingStopError)) throw error;
    const { kind, error: reason } = error.stop;
    return { kind: kind === 'retry' ? 'unreachable' : 'rejected', detail: reason.detail };
  }
}

/**
 * A profile as it is stored: names are one line and truncated, an empty name is null, and the image must have a web URL. Customers choose
 * the hosts of networks, and an event cannot contain every character that a host can return.
 * @throws PublishingStopError if nothing is left of the user name
 */
export function toProfile(username: string, name: string | null, image: string | null): RemoteProfile {
  const user = toLine(username);
  if (user === '')
    throw retryableError(
      'network_unavailable',
      'The social network returned an account without a user name.',
    );
  const shown = toLine(name ?? '');
  return { username: user, name: shown === '' ? null : shown, image: webUrl(image) };
}

/** Returns the URL if a browser may open it, otherwise null: customers choose the hosts of networks. */
export function webUrl(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > MAX_URL) return null;
  // A URL that a server wrote correctly has none of them.
  if (/[\s\p{Cc}]/u.test(text) || !text.isWellFormed()) return null;
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}

function toLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_NAME).join('');
}
