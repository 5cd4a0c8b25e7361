import { isRequestedText, receivedLine } from '#shared/platform/core/text.ts';
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

/** The id of an account, and the server that gave it unless it is unique everywhere. Compatible software can return no usable id. */
type RemoteId = { readonly server?: string | null; readonly id: string | number | null };

/**
 * A profile as it is stored: names are one line and truncated, an empty name is null, and the image must have a web URL. Customers choose
 * the hosts of networks, and an event cannot contain every character that a host can return.
 * @throws PublishingStopError if nothing is left of the user name
 */
export function toProfile(
  username: string,
  name: string | null,
  image: string | null,
  { server = null, id }: RemoteId,
): RemoteProfile {
  const user = receivedLine(username, MAX_NAME);
  if (user === null)
    throw retryableError(
      'network_unavailable',
      'The social network returned an account without a user name.',
    );
  // An id cannot have a space, and neither can a user name that replaces it.
  const identity = [server === null ? [] : placeOf(server), id ?? user.toLowerCase()].flat().join(' ');
  return { identity, username: user, name: receivedLine(name, MAX_NAME), image: webUrl(image) };
}

/** The host and the path of a server. One server has one place: its name can end with the dot of the root. */
function placeOf(server: string): string {
  const url = URL.parse(server);
  if (url === null) return server;
  return `${url.host.replace(/\.(?=:|$)/u, '')}${url.pathname.replace(/\/+$/u, '')}`;
}

/** Returns the URL if a browser may open it, otherwise null: customers choose the hosts of networks. */
export function webUrl(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > MAX_URL) return null;
  // A URL that a server wrote correctly has none of them.
  if (/\s/u.test(text) || !isRequestedText(text)) return null;
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}
