import type { RemoteProfile, VerifyResult } from '#shared/publishing/ports/publishing-provider.ts';
import { PublishingStopError } from './publishing-stop.ts';

const MAX_NAME = 255;
const MAX_URL = 2048;

/** Asks a network who the credentials belong to; what stops the question becomes the result. */
export async function verifyBy(ask: () => Promise<RemoteProfile>): Promise<VerifyResult> {
  try {
    return { kind: 'verified', profile: await ask() };
  } catch (error) {
    if (!(error instanceof PublishingStopError)) throw error;
    const { kind, error: reason } = error.stop;
    return { kind: kind === 'retry' ? 'unreachable' : 'refused', detail: reason.detail };
  }
}

/** A profile as we keep it: names cut, an empty one absent, an image only by a web address. */
export function toProfile(username: string, name: string | null, image: string | null): RemoteProfile {
  const shown = name === null ? '' : cut(name.trim());
  return { username: cut(username), name: shown === '' ? null : shown, image: webUrl(image) };
}

/** The address if it is one that a browser may be sent to, else null: networks are hosts that customers name. */
export function webUrl(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > MAX_URL) return null;
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}

function cut(text: string): string {
  return [...text].slice(0, MAX_NAME).join('');
}
