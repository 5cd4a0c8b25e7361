import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Step } from '#shared/platform/http/request-context.ts';

/** Largest JSON body in bytes: an event must fit into one item of 400 KB (G13). */
const MAX_BODY_BYTES = 256 * 1024;

/** Refuses a body beyond 256 KiB with 413, before anything else is said. */
export function limitBody(): Step {
  return ({ event }) => {
    const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    if (bytes <= MAX_BODY_BYTES) return;
    throw new PlatformError('payload_too_large', `Send at most ${MAX_BODY_BYTES} bytes.`, {
      max_bytes: MAX_BODY_BYTES,
    });
  };
}
