import { describe, expect, it } from 'vitest';
import { hiddenConditions, repeatedBroadcast } from '#console/screens/broadcasts/audience-draft.ts';
import {
  changesOf,
  draftOf,
  draftProblem,
  EMPTY_DRAFT,
  requestOf,
} from '#console/screens/broadcasts/broadcast-draft.ts';
import { lengthSentence } from '#console/screens/broadcasts/text-length.ts';
import { aShownBroadcast } from '#test/support/builders/platform/shown-broadcast.ts';

const NUMBER = '01980000-0000-7000-8000-0000000000cc';
const SENDING = {
  platform: 'whatsapp',
  phone_number_id: NUMBER,
  rate_per_second: 5,
  quiet_hours: { from: '20:00', to: '07:00' },
  budget: { amount: '12.50' },
  message_events: 'all',
  template: { language: 'en_US', parameters: ['Ada', 'now'] },
  media_id: null,
} as const;
const NEW = { ...EMPTY_DRAFT, sender: 'platform', name: 'Sale', body: 'Now' } as const;

function aPlatformBroadcast(audience: Record<string, unknown> | null) {
  const message = { type: 'template', body: 'order_update' } as const;
  const sending = { ...SENDING, template: { ...SENDING.template, parameters: ['Ada', 'now'] } };
  return aShownBroadcast({ sender: 'platform', sending, message, audience });
}

describe('the form of a broadcast that the platform sends', () => {
  it('sends only settings that a person used', () => {
    expect(requestOf(NEW)).toEqual({
      name: 'Sale',
      message: { type: 'text', body: 'Now' },
      sender: 'platform',
      sending: { platform: 'sms', message_events: 'failed' },
      audience: {},
    });
    expect(
      requestOf({
        ...NEW,
        platform: 'whatsapp',
        type: 'template',
        template: 'order_update',
        language: 'en',
        parameters: ' Ada \n\nnow',
        rate: ' 5 ',
        isQuiet: true,
        budget: '3',
        anyTags: ['a'],
        stage: ' lead ',
      }),
    ).toMatchObject({
      message: { type: 'template', body: 'order_update' },
      sending: {
        platform: 'whatsapp',
        template: { language: 'en', parameters: ['Ada', 'now'] },
        rate_per_second: 5,
        quiet_hours: { from: '21:00', to: '08:00' },
        budget: { amount: '3' },
      },
      audience: { stage: 'lead', tags: { any: ['a'] } },
    });
  });

  it('shows what the API returns, and sends nothing of it again', () => {
    const from = draftOf(aPlatformBroadcast({ stage: 'lead', tags: { all: ['b'] }, platform: 'sms' }));

    expect(from).toMatchObject({
      number: NUMBER,
      template: 'order_update',
      parameters: 'Ada\nnow',
      rate: '5',
    });
    expect(from).toMatchObject({ stage: 'lead', allTags: ['b'], anyTags: [], origin: 'sms', list: '' });
    expect(changesOf(from, from)).toEqual({});
  });

  it('sends null for a setting that is removed, and the settings of the new type of message', () => {
    const from = draftOf(aPlatformBroadcast(null));

    expect(
      changesOf(from, { ...from, type: 'text', body: 'Now', budget: '', rate: '', isQuiet: false }),
    ).toEqual({
      message: { type: 'text', body: 'Now' },
      sending: { rate_per_second: null, quiet_hours: null, budget: null, template: null },
    });
    expect(changesOf(from, { ...from, number: '', parameters: 'Eve' })).toEqual({
      sending: { phone_number_id: null, template: { language: 'en_US', parameters: ['Eve'] } },
    });
  });

  it('shows an amount without zeros at its end, and does not take it for another one', () => {
    const shown = aPlatformBroadcast(null);
    const sending = { ...SENDING, template: null, budget: { amount: '3.00000' } };
    const from = draftOf({ ...shown, sending, message: { type: 'text', body: 'Now' } });

    expect(from.budget).toBe('3.00');
    expect(changesOf(from, { ...from, budget: '3' })).toEqual({});
    expect(changesOf(from, { ...from, budget: '3.5' })).toEqual({ sending: { budget: { amount: '3.5' } } });
  });

  it.each([
    [{ stage: 'lead', country: 'DE', tags: { any: ['a'], none: ['b'] } }],
    [{ tags: 'customers' }],
    [{ stage: 3, tags: { all: [1] } }],
    [{ list: { id: 1 } }],
  ])('keeps the conditions of the audience %j that it cannot show', (audience) => {
    const from = draftOf(aPlatformBroadcast(audience));

    expect(changesOf(from, from)).toEqual({});
    expect(changesOf(from, { ...from, origin: 'sms' })).toEqual({
      audience: { ...audience, platform: 'sms' },
    });
    expect(hiddenConditions(from)).toBeDefined();
  });

  it('knows the broadcast whose failed recipients are the audience', () => {
    const from = draftOf(aPlatformBroadcast({ failed_of: NUMBER }));

    expect(repeatedBroadcast(from)).toBe(NUMBER);
    expect(hiddenConditions(from)).toBeUndefined();
    expect(changesOf(from, { ...from, name: 'Again' })).toEqual({ name: 'Again' });
  });

  it.each(['0', '1001', 'many', '1.5', '-1'])('explains why the rate %j cannot be sent', (rate) => {
    expect(draftProblem({ ...NEW, rate })).toContain('whole number');
  });

  it.each(['', '1', '1000'])('accepts the rate %j', (rate) => {
    expect(draftProblem({ ...NEW, rate })).toBeUndefined();
  });

  it('explains that a text is too long for its platform', () => {
    expect(draftProblem({ ...NEW, body: 'x'.repeat(1600) })).toBeUndefined();
    expect(draftProblem({ ...NEW, body: 'x'.repeat(1601) })).toContain('Remove 1 character:');
    expect(draftProblem({ ...NEW, platform: 'whatsapp', body: 'x'.repeat(4096) })).toBeUndefined();
    expect(draftProblem({ ...NEW, platform: 'whatsapp', type: 'image', body: 'x'.repeat(1026) })).toContain(
      'Remove 2 characters',
    );
  });

  it.each([
    ['Hello', '5 characters, sent as 1 part of at most 160.'],
    ['x'.repeat(161), '161 characters, sent as 2 parts of at most 153.'],
    ['€', '2 characters, sent as 1 part of at most 160.'],
    ['Здравствуйте', '12 characters, sent as 1 part of at most 70. A part is shorter than usual'],
  ])('says in how many parts %j is sent', (body, sentence) => {
    expect(lengthSentence({ platform: 'sms', body })).toContain(sentence);
  });
});
