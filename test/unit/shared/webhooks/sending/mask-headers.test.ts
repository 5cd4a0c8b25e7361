import { describe, expect, it } from 'vitest';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { maskHeaders } from '#shared/webhooks/sending/mask-headers.ts';

const answered = (responseText: string | null): SendResult => ({
  outcome: 'http_error',
  statusCode: 500,
  durationMs: 1,
  error: 'The receiver responded with 500.',
  retryAfter: null,
  responseText,
});

describe('maskHeaders', () => {
  it('hides a value that the receiver sends back', () => {
    const text = '{"authorization": "Bearer s3cret-token", "token": "s3cret-token"}';
    const { responseText } = maskHeaders(answered(text), [['Authorization', 'Bearer s3cret-token']]);

    expect(responseText).toBe('{"authorization": "•••", "token": "•••"}');
  });

  it('keeps a text that has a short value by chance', () => {
    expect(maskHeaders(answered('page 1 of 1'), [['X-Version', '1']]).responseText).toBe('page 1 of 1');
  });

  it('changes nothing without headers or without a text', () => {
    const [with_, without] = [answered('s3cret-token'), answered(null)];

    expect(maskHeaders(with_, [])).toBe(with_);
    expect(maskHeaders(without, [['X-A', 's3cret-token']])).toBe(without);
  });
});
