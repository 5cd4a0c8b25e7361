import { describe, expect, it } from 'vitest';
import { webhookHeaders } from '#shared/api-docs/webhook-headers.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import { documentSchemas, pointerOf } from '#test/support/fixtures/platform/document-schemas.ts';

const EVENT_ID = '01980000-0000-7000-8000-000000000001';
const SECRETS = ['whsec_bmV3', 'whsec_b2xk'];
const parameters = webhookHeaders('salesbot.store.order_paid');
const schemas = documentSchemas({ paths: parameters });

/** Names of the headers that violate their schemas. */
function wrongOf(headers: Readonly<Record<string, string>>): unknown[] {
  return parameters.flatMap(({ name }, index) => {
    const value = headers[String(name).toLowerCase()];
    return schemas.at(pointerOf('paths', index, 'schema'))(value) ? [] : [name];
  });
}

function sent(secrets: readonly string[]) {
  const signed = signatureHeaders({
    secrets,
    eventId: EVENT_ID,
    timestamp: 1_800_000_000,
    body: Buffer.from('{}'),
  });
  return { 'x-webhook-event': 'salesbot.store.order_paid', 'x-webhook-delivery': EVENT_ID, ...signed };
}

describe('webhookHeaders', () => {
  it('describe the headers sent with one secret and with two', () => {
    expect(wrongOf(sent(SECRETS.slice(0, 1)))).toEqual([]);
    expect(wrongOf(sent(SECRETS))).toEqual([]);
  });

  it('describe nothing else', () => {
    const wrong = Object.fromEntries(
      Object.entries(sent(SECRETS)).map(([name, value]) => [name, `${value}!`]),
    );

    expect(wrongOf(wrong)).toHaveLength(6);
  });
});
