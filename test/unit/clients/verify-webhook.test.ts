import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookError } from '#clients/typescript/verify-webhook.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { reasonOf } from '#test/support/fixtures/webhooks/reason-of.ts';

/** The published vector of the webhook guide (docs/specification/webhooks.md#signatures). */
const VECTOR = {
  secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
  t: 1_767_225_600,
  body: '{"id":"11111111-1111-4111-8111-111111111111","test":true}',
  v1: 'e007be5ce7869212cb01ac2c595be830401afa8b660d3bf3620ebf4c3bfd25bb',
};

const { secret, t, body, v1 } = VECTOR;
const OTHER = 'whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXphYmNkZWZn';
const good = `t=${t},v1=${v1}`;
const at = { now: t };

/** The headers with which the sender of the platform signs a body. */
function signed(text: string, secrets: readonly string[], timestamp = t): string {
  const headers = signatureHeaders({ secrets, eventId: 'event-1', timestamp, body: Buffer.from(text) });
  return String(headers['x-webhook-signature']);
}

describe('verifyWebhook accepts', () => {
  it('the published vector, as text and as bytes', () => {
    expect(verifyWebhook(body, good, secret, at)).toEqual(JSON.parse(body));
    expect(verifyWebhook(Buffer.from(body), good, secret, at)).toEqual(JSON.parse(body));
    expect(verifyWebhook(new Uint8Array(Buffer.from(body)), good, secret, at)).toEqual(JSON.parse(body));
  });

  it('what the platform signs, with text beyond ASCII', () => {
    const text = JSON.stringify({ id: 'x', data: { name: 'Zoë 🙂' } });

    expect(verifyWebhook(text, signed(text, [secret]), secret, at)).toEqual(JSON.parse(text));
  });

  it('either secret while a rotation overlaps', () => {
    const both = signed(body, [OTHER, secret]);

    expect(both.match(/v1=/gu)).toHaveLength(2);
    expect(verifyWebhook(body, both, secret, at)).toEqual(JSON.parse(body));
    expect(verifyWebhook(body, both, OTHER, at)).toEqual(JSON.parse(body));
  });

  it('a signature up to 300 seconds old or new, or up to the configured tolerance', () => {
    expect(reasonOf(() => verifyWebhook(body, good, secret, { now: t + 300 }))).toBe('verified');
    expect(reasonOf(() => verifyWebhook(body, good, secret, { now: t - 300 }))).toBe('verified');
    const patient = { now: t + 3600, tolerance: 3600 };
    expect(reasonOf(() => verifyWebhook(body, good, secret, patient))).toBe('verified');
  });

  it('a header with signatures of other versions beside the valid one', () => {
    expect(verifyWebhook(body, `t=${t},v0=00,v1=${v1},v2=00`, secret, at)).toEqual(JSON.parse(body));
  });

  it('a header as frameworks pass it: an array of one string', () => {
    expect(verifyWebhook(body, [good], secret, at)).toEqual(JSON.parse(body));
  });

  it('a fresh signature by the system clock', () => {
    const now = Math.round(Date.now() / 1000);

    expect(reasonOf(() => verifyWebhook(body, signed(body, [secret], now), secret))).toBe('verified');
    expect(reasonOf(() => verifyWebhook(body, good, secret))).toBe('too_old');
  });

  it('each event as the type of its name', () => {
    const event = findEvent('salesbot.store.order_paid');
    if (!event) throw new Error('The catalogue has lost an event');
    const envelope = sampleEnvelope(event, { id: 'e', workspaceId: 'w', occurredAt: NOW });
    const text = JSON.stringify(envelope);
    const received = verifyWebhook(text, signed(text, [secret]), secret, at);

    // Compiles only because the name determines the type of `data`.
    const total = received.event === 'salesbot.store.order_paid' ? received.data.order.total : undefined;
    expect(total).toMatch(/^\d+\.\d\d$/u);
  });
});

describe('verifyWebhook rejects', () => {
  it.each([
    ['no header', undefined, 'missing'],
    ['a header that is null', null, 'missing'],
    ['an empty header', '', 'missing'],
    ['an empty list', [], 'missing'],
    ['a list of an empty header', [''], 'missing'],
    ['a list of two headers', [good, good], 'malformed'],
    ['a header in two parts', [`t=${t}`, `v1=${v1}`], 'malformed'],
    ['a header of something else', 'Bearer x', 'malformed'],
    ['no time', `v1=${v1}`, 'malformed'],
    ['no signature', `t=${t}`, 'malformed'],
    ['an empty signature', `t=${t},v1=`, 'malformed'],
    ['a truncated signature', `t=${t},v1=${v1.slice(1)}`, 'malformed'],
    ['a signature that is too long', `${good}0`, 'malformed'],
    ['upper-case hex', `t=${t},v1=${v1.toUpperCase()}`, 'malformed'],
    ['a time that is not a number', `t=now,v1=${v1}`, 'malformed'],
    ['a time below zero', `t=-1,v1=${v1}`, 'malformed'],
    ['a space', `t=${t}, v1=${v1}`, 'malformed'],
    ['a line after it', `${good}\n`, 'malformed'],
    ['another version', `t=${t},v0=${v1}`, 'malformed'],
    ['a wrong signature', `t=${t},v1=${'0'.repeat(64)}`, 'no_match'],
    ['two wrong signatures', `t=${t},v1=${'0'.repeat(64)},v1=${'1'.repeat(64)}`, 'no_match'],
    ['a signature of another time', `t=${t + 1},v1=${v1}`, 'no_match'],
  ])('%s', (_, header, reason) => {
    expect(reasonOf(() => verifyWebhook(body, header, secret, at))).toBe(reason);
  });

  it('a body that was changed, or only formatted differently', () => {
    for (const other of [
      body.replace('true', 'false'),
      `${body} `,
      JSON.stringify(JSON.parse(body), null, 1),
      '',
    ])
      expect(
        reasonOf(() => verifyWebhook(other, good, secret, at)),
        other,
      ).toBe('no_match');
  });

  it('another secret, including the old one after a rotation', () => {
    expect(reasonOf(() => verifyWebhook(body, signed(body, [OTHER]), secret, at))).toBe('no_match');
  });

  it('what was signed long ago or in the future', () => {
    expect(reasonOf(() => verifyWebhook(body, good, secret, { now: t + 301 }))).toBe('too_old');
    expect(reasonOf(() => verifyWebhook(body, good, secret, { now: t - 301 }))).toBe('too_new');
  });

  it('a wrong signature before it checks the time', () => {
    const old = { now: t + 9999 };
    expect(reasonOf(() => verifyWebhook(body, `t=${t},v1=${'0'.repeat(64)}`, secret, old))).toBe('no_match');
  });

  it('a signed body that is not JSON', () => {
    expect(reasonOf(() => verifyWebhook('{', signed('{', [secret]), secret, at))).toBe('not_json');
  });
});

describe('verifyWebhook, with invalid arguments,', () => {
  it.each([
    ['an empty string', ''],
    ['only its prefix', 'whsec_'],
    ['a part of it', secret.slice(0, -1)],
    ['what follows whsec_', secret.slice('whsec_'.length)],
    ['a variable that is not set', String(process.env['NO_SUCH_VARIABLE'])],
    ['a line after it', `${secret}\n`],
  ])('throws for a secret that is %s, even if the body was signed with it', (_, wrong) => {
    const forged = createHmac('sha256', wrong).update(`${t}.${body}`).digest('hex');
    const verify = () => verifyWebhook(body, `t=${t},v1=${forged}`, wrong, at);

    expect(verify).toThrow('whsec_');
    expect(verify).not.toThrow(WebhookError);
  });

  it('rejects any time if the age or the tolerance is not a number', () => {
    expect(reasonOf(() => verifyWebhook(body, good, secret, { now: Number.NaN }))).toBe('too_old');
    expect(reasonOf(() => verifyWebhook(body, good, secret, { ...at, tolerance: Number.NaN }))).toBe(
      'too_old',
    );
  });
});

describe('verify-webhook.ts', () => {
  const text = readFileSync('clients/typescript/verify-webhook.ts', 'utf8');

  it('has under 70 lines and requires only node:crypto', () => {
    const imports = [...text.matchAll(/^import (type )?.* from '(.+)';$/gmu)];

    expect(text.trimEnd().split('\n').length).toBeLessThan(70);
    expect(imports.filter(([, isType]) => !isType).map(([, , from]) => from)).toEqual(['node:crypto']);
  });

  it('compares in constant time', () => {
    expect(text).toContain('timingSafeEqual(');
    expect(text).not.toMatch(/expected\s*===|===\s*expected|\.equals\(/u);
  });
});
