import { describe, expect, it } from 'vitest';
import { withoutSent, writingIn } from '#console/screens/messaging/conversations/writing.ts';

const NOW = Date.parse('2026-11-25T08:00:00Z');

type Talk = Parameters<typeof writingIn>[0];
type Contact = Exclude<Parameters<typeof writingIn>[1], string | undefined>;

const talk = (overrides: Partial<Talk> = {}): Talk => ({
  status: 'open',
  platform: 'sms',
  free_text_until: null,
  ...overrides,
});
const contact = (overrides: Partial<Contact> = {}) =>
  ({ phone: '+12025550143', opted_out: [], ...overrides }) as unknown as Contact;

describe('writingIn', () => {
  it.each([
    ['is closed', talk({ status: 'closed' }), contact(), 'The conversation is closed.'],
    ['has lost its contact', talk(), 'missing' as const, 'The contact was deleted'],
    ['has a contact without a phone number', talk(), contact({ phone: null }), 'has no phone number'],
    ['has a contact who opted out', talk(), contact({ opted_out: ['sms'] }), 'has opted out of SMS'],
  ])('accepts nothing if the conversation %s', (_, conversation, who, why) => {
    const { kinds, why: found } = writingIn(conversation, who, NOW);

    expect(kinds).toEqual([]);
    expect(found).toContain(why);
  });

  it('ignores the opt-out of another channel, and a missing phone number where another system sends', () => {
    const who = contact({ opted_out: ['whatsapp'], phone: null });

    expect(writingIn(talk({ platform: 'instagram' }), who, NOW)).toEqual({
      kinds: ['text', 'file'],
      why: undefined,
    });
  });

  it.each([
    ['before the first message of the contact', null],
    ['from the end of the 24 hours on', '2026-11-25T08:00:00Z'],
  ])('accepts only templates on WhatsApp %s', (_, until) => {
    const { kinds, why } = writingIn(talk({ platform: 'whatsapp', free_text_until: until }), contact(), NOW);

    expect(kinds).toEqual(['template']);
    expect(why).toContain('only templates');
  });

  it('accepts everything on WhatsApp until the end of the 24 hours', () => {
    const conversation = talk({ platform: 'whatsapp', free_text_until: '2026-11-25T08:00:01Z' });

    expect(writingIn(conversation, contact(), NOW).kinds).toEqual(['text', 'template', 'file']);
  });

  it.each(['hidden' as const, undefined])('leaves it to the API if the contact is %s', (who) => {
    expect(writingIn(talk(), who, NOW)).toEqual({ kinds: ['text'], why: undefined });
  });
});

describe('withoutSent', () => {
  it.each([
    ['all of it', 'hello', ''],
    ['what was typed while the message was sent', 'hello and more', 'and more'],
    ['a text that was replaced in the meantime', 'other', 'other'],
  ])('is about %s', (_, draft, rest) => {
    expect(withoutSent(draft, 'hello')).toBe(rest);
  });
});
