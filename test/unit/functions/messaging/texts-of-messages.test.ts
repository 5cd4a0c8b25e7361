import { describe, expect, it } from 'vitest';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

const LONG = 'x'.repeat(5000);
const MESSAGE = { platform: 'facebook', provider: 'meta', provider_message_id: 'm' };
const NUMBER = { platform: 'sandbox' };

/** Texts that no operation accepts, with the error in the list of the response. */
const REJECTED = [
  ['assign-conversation', { member_id: 'nobody' }, 'invalid_format'],
  ['send-message', { text: 'a\u0000b' }, 'invalid_characters'],
  ['report-message', { status: 'sent', provider: 'a\u0000b' }, 'invalid_characters'],
  ['report-message', { status: 'sent', provider: '' }, 'too_short'],
  ['report-message', { status: 'sent', provider: LONG }, 'too_long'],
  ['receive-message', { ...MESSAGE, text: 'a\u0000b' }, 'invalid_characters'],
  ['receive-message', { ...MESSAGE, text: LONG }, 'too_long'],
  ['connect-phone-number', { ...NUMBER, phone: 'a\u0000b' }, 'invalid_characters'],
  ['connect-phone-number', { ...NUMBER, phone: '' }, 'too_short'],
  ['connect-phone-number', { ...NUMBER, phone: LONG }, 'too_long'],
] as const;

describe('texts of messages and phone numbers', () => {
  it.each(REJECTED)('%s rejects %j with %s', async (operation, body, code) => {
    const { api, known } = await startSeededApi();
    const [key] = known.keys;
    const json = operation === 'receive-message' ? { contact_id: known.params['contact'], ...body } : body;
    const answer = await api.call(operation, { key: key ?? null, params: known.params, json });

    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((each: { code: string }) => each.code)).toContain(code);
  });
});
