import { describe, expect, it } from 'vitest';
import {
  changesOf,
  type ContactDraft,
  draftOf,
  EMPTY_DRAFT,
  fieldNameProblem,
  requestOf,
} from '#console/screens/messaging/contacts/contact-draft.ts';

const CONTACT = {
  revision: '3',
  id: '0198f3a2-6c1e-7b54-9d3f-2a7c51e80b11',
  source: 'platform',
  name: 'Ada Moreau',
  email: null,
  phone: '+12025550143',
  platform: 'whatsapp',
  stage: 'lead',
  previous_stage: null,
  stage_changed_at: null,
  tags: ['newsletter', 'vip'],
  custom_fields: { customer_number: 'C-1042', visits: 3, is_member: false },
  dates: {
    birthday: { date: '1990-03-14', repeats: 'yearly' },
    contract_end: { date: '2027-06-30', repeats: 'never' },
  },
  next_dates: {},
  opted_out: ['sms'],
  opted_out_at: { sms: '2027-03-14T09:26:53.005Z' },
  consents: [],
  created_at: '2027-03-01T09:00:00.000Z',
  updated_at: '2027-03-14T09:26:53.005Z',
} as const satisfies Record<keyof Parameters<typeof draftOf>[0], unknown>;

const DRAFT = draftOf({
  ...CONTACT,
  tags: [...CONTACT.tags],
  opted_out: [...CONTACT.opted_out],
  consents: [],
});
const withField = (name: string, value: string): ContactDraft => ({
  ...DRAFT,
  fields: DRAFT.fields.map((field) => (field.name === name ? { ...field, value } : field)),
});

describe('requestOf', () => {
  it('omits what is empty', () => {
    expect(requestOf({ ...EMPTY_DRAFT, name: 'Ada' })).toEqual({ name: 'Ada' });
  });

  it('has every field of a full draft, each with the type of its kind', () => {
    expect(requestOf(DRAFT)).toEqual({
      name: 'Ada Moreau',
      phone: '+12025550143',
      platform: 'whatsapp',
      stage: 'lead',
      tags: ['newsletter', 'vip'],
      custom_fields: { customer_number: 'C-1042', visits: 3, is_member: false },
      dates: {
        birthday: { date: '1990-03-14', repeats: 'yearly' },
        contract_end: { date: '2027-06-30', repeats: 'never' },
      },
      opted_out: ['sms'],
    });
  });
});

describe('changesOf', () => {
  it('is empty if nothing changed', () => {
    expect(changesOf(DRAFT, DRAFT)).toEqual({});
  });

  it('removes a value by null', () => {
    expect(changesOf(DRAFT, { ...DRAFT, stage: '', phone: '' })).toEqual({ stage: null, phone: null });
  });

  it('has only the custom fields that changed, and null for those that were removed', () => {
    const changed = { ...withField('visits', '4'), tags: ['vip'] };
    const fields = changed.fields.filter(({ name }) => name !== 'is_member');

    expect(changesOf(DRAFT, { ...changed, fields })).toEqual({
      tags: ['vip'],
      custom_fields: { visits: 4, is_member: null },
    });
  });

  it('has only the dates that changed, and null for those that were removed', () => {
    const [birthday, end] = DRAFT.dates;
    if (!birthday || !end) throw new Error('The dates are missing');
    const dates = [
      { ...end, repeats: 'yearly' as const },
      { name: 'first_order', date: '2026-01-02', repeats: 'never' as const },
    ];

    expect(changesOf(DRAFT, { ...DRAFT, dates })).toEqual({
      dates: {
        birthday: null,
        contract_end: { date: '2027-06-30', repeats: 'yearly' },
        first_order: { date: '2026-01-02', repeats: 'never' },
      },
    });
    expect(changesOf(DRAFT, { ...DRAFT, dates: [{ ...birthday, date: '1991-03-14' }, end] })).toEqual({
      dates: { birthday: { date: '1991-03-14', repeats: 'yearly' } },
    });
  });

  it('never turns a number that is no number into null, which would remove the field', () => {
    expect(changesOf(DRAFT, withField('visits', '1e999'))).toEqual({ custom_fields: { visits: '1e999' } });
    expect(changesOf(DRAFT, withField('visits', ''))).toEqual({ custom_fields: { visits: '' } });
  });

  it('notices a value that changed its kind alone', () => {
    const fields = DRAFT.fields.map((field) =>
      field.name === 'visits' ? { ...field, kind: 'text' as const } : field,
    );

    expect(changesOf(DRAFT, { ...DRAFT, fields })).toEqual({ custom_fields: { visits: '3' } });
  });

  it('has all opt-outs if one changed', () => {
    expect(changesOf(DRAFT, { ...DRAFT, optedOut: ['sms', 'whatsapp'] })).toEqual({
      opted_out: ['sms', 'whatsapp'],
    });
  });
});

describe('fieldNameProblem', () => {
  it.each([
    ['1st', 'Use a letter first'],
    ['has space', 'Use a letter first'],
    ['x'.repeat(41), 'at most 40 characters'],
    ['visits', 'has this field already'],
  ])('rejects %s', (name, problem) => {
    expect(fieldNameProblem(DRAFT.fields, name)).toContain(problem);
  });

  it('accepts another name', () => {
    expect(fieldNameProblem(DRAFT.fields, 'visits_2')).toBeUndefined();
  });
});
