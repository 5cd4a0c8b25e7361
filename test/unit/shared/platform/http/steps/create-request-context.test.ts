import { describe, expect, it } from 'vitest';
import { createRequestContext } from '#shared/platform/http/steps/create-request-context.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/builders.ts';
import { aLambdaContext, anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';

function open(headers: Record<string, string> = {}) {
  const context = aLambdaContext();
  void createRequestContext(() => NOW)({ event: anHttpEvent({ headers }), context });
  return context.requestContext;
}

describe('createRequestContext', () => {
  it.each(['abcdefgh', 'A-Z_0123', 'compat_run-12', 'x'.repeat(64)])('keeps the request id %s', (id) => {
    expect(open({ 'x-request-id': id }).requestId).toBe(id);
  });

  it.each(['', 'short12', 'x'.repeat(65), 'has space', 'semi;colon', 'ünïcödé', 'line\nbreak'])(
    'makes one instead of %j',
    (id) => {
      const { requestId } = open({ 'x-request-id': id });

      expect(requestId).not.toBe(id);
      expect(timeOfId(requestId)).toEqual(NOW);
    },
  );

  it.each([
    `wsk_${'a'.repeat(40)}`,
    `pat_${'a'.repeat(36)}`,
    `wlk_${'a'.repeat(36)}`,
    `whsec_${'a'.repeat(32)}`,
    `Bearer-wsk_${'a'.repeat(40)}`,
  ])('never takes what looks like a secret: %s', (secret) => {
    expect(open({ 'x-request-id': secret }).requestId).not.toContain('aaaa');
  });

  it('knows the address the caller used', () => {
    expect(open().baseUrl).toBe('https://api.example.com');
    expect(open({ 'x-forwarded-proto': 'http' }).baseUrl).toBe('http://api.example.com');
  });

  it('takes one instant for the whole request', () => {
    expect(open().receivedAt).toEqual(NOW);
  });
});
