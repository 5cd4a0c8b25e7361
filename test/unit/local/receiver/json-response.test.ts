import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { jsonResponse } from '#local/receiver/json-response.ts';
import { generateSigningSecret } from '#shared/webhooks/sending/signing-secret.ts';

describe('jsonResponse', () => {
  it.each<[string, (secret: string) => string]>([
    ['alone', (secret) => secret],
    ['in a JSON text', (secret) => JSON.stringify({ secret })],
    ['with its slashes escaped', (secret) => `"${secret.replaceAll('/', '\\/')}"`],
    ['in a URL', (secret) => `/hooks?secret=${encodeURIComponent(secret)}`],
  ])('hides a secret %s', (_situation, write) => {
    // A secret with every character that could end the hidden part early.
    const secret = generateSigningSecret(() =>
      Buffer.concat([Buffer.from('//++', 'base64'), randomBytes(30)]),
    );

    const { body } = jsonResponse(200, { nested: [{ text: write(secret) }] });

    expect(body).toContain('whsec_(hidden)');
    expect(body).not.toContain(secret.slice(-8));
    expect(() => JSON.parse(body)).not.toThrow();
  });
});
