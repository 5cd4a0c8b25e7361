import { createHmac, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';

/** How long a confirmation value can be used, in seconds. */
export const CONFIRMATION_SECONDS = 600;

/** What a person or program agrees to: a tool, its arguments, and the state that the preview showed, such as a revision. */
export type Agreement = { readonly tool: string; readonly input: unknown; readonly state: string };

/**
 * Creates and checks confirmation values: the end of their validity and an HMAC whose key is the API key of the client. The server stores
 * nothing, and only a client that sends the same key can use the value. A client does not send its key to the model, so a model cannot create a value.
 */
export function createConfirmations(apiKey: string, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000);

  function sign(agreement: Agreement, expires: string): Buffer {
    const text = canonicalize({ ...agreement, expires }) ?? '';
    return createHmac('sha256', apiKey).update(`mcp confirmation ${text}`).digest().subarray(0, 18);
  }

  return {
    create(agreement: Agreement): string {
      const expires = (seconds + CONFIRMATION_SECONDS).toString(36);
      return `${expires}.${sign(agreement, expires).toString('base64url')}`;
    },
    /** Whether the value was created for this agreement with this key, at most ten minutes ago. */
    accepts(value: string, agreement: Agreement): boolean {
      const [, expires = '', signature = ''] = /^([0-9a-z]{1,9})\.([\w-]{24})$/u.exec(value) ?? [];
      if (signature === '' || Number.parseInt(expires, 36) < seconds) return false;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(agreement, expires));
    },
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;
