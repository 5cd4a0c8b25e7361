import { describe, expect, it } from 'vitest';
import { limitBody } from '#shared/platform/http/steps/limit-body.ts';
import { anHttpEvent, aStepContext, type RequestParts } from '#test/support/fixtures/platform/http-event.ts';

const LIMIT = 262_144;

function run(parts: RequestParts) {
  return () => limitBody()({ event: anHttpEvent(parts), context: aStepContext() });
}

function base64(bytes: number): RequestParts {
  return { body: Buffer.alloc(bytes).toString('base64'), isBase64Encoded: true };
}

const tooLarge = expect.objectContaining({ code: 'payload_too_large', extras: { max_bytes: LIMIT } });

describe('limitBody', () => {
  it.each([0, 1, LIMIT - 1, LIMIT])('takes %i bytes, as text or base64', (bytes) => {
    expect(run({ body: 'x'.repeat(bytes) })).not.toThrow();
    expect(run(base64(bytes))).not.toThrow();
  });

  it('refuses one byte more (G13)', () => {
    expect(run({ body: 'x'.repeat(LIMIT + 1) })).toThrow(tooLarge);
    expect(run(base64(LIMIT + 1))).toThrow(tooLarge);
  });

  it('counts bytes, not characters', () => {
    expect(run({ body: 'ä'.repeat(LIMIT / 2) })).not.toThrow();
    expect(run({ body: 'ä'.repeat(LIMIT / 2 + 1) })).toThrow(tooLarge);
  });

  it('takes no body for a small one', () => {
    expect(run({})).not.toThrow();
  });
});
