import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';

/** How long a confirmation value can be used, in seconds. */
export const CONFIRMATION_SECONDS = 600;

/** What a person or program agrees to: a tool, its arguments, and the state that the preview showed, such as a revision. */
export type Agreement = { readonly tool: string; readonly input: unknown; readonly state: string };

/** `stale`: the value belongs to this call, but the state has changed since the preview, perhaps because of an earlier call with the value. */
export type Verdict = 'valid' | 'stale' | 'invalid';

/**
 * Creates and checks confirmation values: the end of their validity, a digest of the state, and an HMAC whose key is the API key of the client. The
 * server stores nothing, and only a client that sends the same key can use the value. A client does not send its key to the model, so a model cannot
 * create a value.
 */
export function createConfirmations(apiKey: string, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000);

  function sign({ tool, input }: Agreement, expires: string, state: string): Buffer {
    const text = canonicalize({ tool, input, expires, state }) ?? '';
    return createHmac('sha256', apiKey).update(`mcp confirmation ${text}`).digest().subarray(0, 18);
  }

  return {
    create(agreement: Agreement): string {
      const expires = (seconds + CONFIRMATION_SECONDS).toString(36);
      const state = digestOf(agreement.state);
      return `${expires}.${state}.${sign(agreement, expires, state).toString('base64url')}`;
    },
    /** Whether the value was created for this agreement with this key, at most ten minutes ago. */
    check(value: string, agreement: Agreement): Verdict {
      const [, expires = '', state = '', signature = ''] =
        /^([0-9a-z]{1,9})\.([\w-]{12})\.([\w-]{24})$/u.exec(value) ?? [];
      if (signature === '' || Number.parseInt(expires, 36) < seconds) return 'invalid';
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), sign(agreement, expires, state)))
        return 'invalid';
      return state === digestOf(agreement.state) ? 'valid' : 'stale';
    },
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;

function digestOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url').slice(0, 12);
}
