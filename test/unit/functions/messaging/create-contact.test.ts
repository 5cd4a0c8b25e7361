import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { ADA, it, startContactApi } from '#test/support/fixtures/messaging/contact-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

const BASE = 'https://api.example.com/api/v1/salesbot/contacts';

describe('create-contact', () => {
  it('creates a contact with the fields that were sent', async ({ created, contact }) => {
    expect(created.headers).toMatchObject({ Location: `${BASE}/${contact}`, ETag: '"1"' });
    expect(created.body.data).toEqual({
      ...ADA,
      revision: '1',
      source: 'platform',
      id: contact,
      phone: '+12025550143',
      previous_stage: null,
      stage_changed_at: NOW.toISOString(),
      dates: {},
      next_dates: {},
      opted_out: [],
      opted_out_at: {},
      consents: [],
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
  });

  it('emits one event, which contains the contact', async ({ api, contact }) => {
    const events = [...api.core.events.values()];

    expect(events).toMatchObject([{ event: 'salesbot.contact.created', channel: 'whatsapp' }]);
    expect(JSON.parse(events[0]?.body ?? '').data).toEqual({
      contact: {
        id: contact,
        name: 'Ada Moreau',
        email: 'Ada.Moreau@example.com',
        phone: '+12025550143',
        platform: 'whatsapp',
        stage: 'lead',
        tags: ['newsletter'],
        created_at: NOW.toISOString(),
      },
    });
  });

  it.each(['sandbox', 'biolink'])(
    'emits an event without a channel for the platform %s',
    async (platform) => {
      const { api } = await startContactApi({ name: 'Ada', platform });

      expect([...api.core.events.values()]).toMatchObject([{ channel: null }]);
    },
  );

  it('creates one contact for an Idempotency-Key', async ({ api, key }) => {
    const request = { key, json: { name: 'Twin' }, headers: { 'idempotency-key': 'once' } };
    const first = await api.call('create-contact', request);
    const again = await api.call('create-contact', request);

    expect(again.text).toBe(first.text);
    expect([api.core.contacts.size, api.core.events.size]).toEqual([2, 2]);
  });

  it.each([
    ['email', { email: 'ADA.MOREAU@EXAMPLE.COM' }],
    ['phone', { phone: '+1-202-555-0143' }],
  ])('returns 409 if another contact has the same %s', async (field, json, { api, key, contact }) => {
    const response = await api.call('create-contact', { key, json });

    expect(codeOf(response)).toBe('409 contact_exists');
    expect(response.body).toMatchObject({ contact, field });
    expect([api.core.contacts.size, api.core.events.size]).toEqual([1, 1]);
  });

  it.each([[{}], [{ stage: 'lead' }], [{ name: null, email: null, phone: null }]])(
    'requires a name, an email address or a phone number, not %j',
    async (json, { api, key }) => {
      expect(codeOf(await api.call('create-contact', { key, json }))).toBe('422 required');
    },
  );

  it('accepts values at the limits', async () => {
    const tags = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(64, 'x'));
    const names = Array.from({ length: 50 }, (_, index) => [`f${index}`, 'x'.repeat(150)]);
    const fields = {
      name: '😀'.repeat(255),
      stage: '😀'.repeat(64),
      tags,
      custom_fields: Object.fromEntries(names),
    };
    const { created } = await startContactApi(fields);

    expect(created.body.data).toMatchObject(fields);
  });

  it.each([['constructor'], ['hasOwnProperty'], ['toString']])(
    'keeps a custom field named %s',
    async (name) => {
      const { run } = await startContactApi({ name: 'Ada', custom_fields: { [name]: 'x' } });

      expect((await run('get-contact')).body.data.custom_fields).toEqual({ [name]: 'x' });
    },
  );
});

/** Invalid fields, for create and update alike. */
const WRONG = [
  ['name', '', 'too_short'],
  ['name', 'x'.repeat(256), 'too_long'],
  ['name', 'a\nb', 'invalid_characters'],
  ['email', 'ada', 'invalid_format'],
  ['email', 'ada@example.com, eve@example.com', 'invalid_format'],
  ['phone', '030 901820', 'invalid_format'],
  ['phone', '+', 'invalid_format'],
  ['phone', '+49 1', 'invalid_format'],
  ['phone', '+999 12345678', 'invalid_format'],
  ['phone', `+${'1'.repeat(40)}`, 'too_long'],
  ['phone', '+1 202 555 0143 ext. 7', 'invalid_format'],
  ['phone', 'call +1 202 555 0143', 'invalid_format'],
  ['phone', 12_025_550_143, 'invalid_type'],
  ['platform', 'fax', 'channel_unknown'],
  ['platform', 'all', 'channel_unknown'],
  ['stage', '', 'too_short'],
  ['stage', 'x'.repeat(65), 'too_long'],
  ['tags', 'vip', 'invalid_type'],
  ['tags', null, 'invalid_type'],
  ['tags/0', [''], 'too_short'],
  ['tags/1', ['a', 7], 'invalid_type'],
  ['tags', Array.from({ length: 41 }, (_, index) => `${index}`), 'too_many_items'],
  ['opted_out/0', ['sandbox'], 'channel_unknown'],
  ['opted_out/0', ['all'], 'channel_unknown'],
  ['custom_fields', [], 'invalid_type'],
  ['custom_fields', null, 'invalid_type'],
  ['custom_fields/__proto__', JSON.parse('{"__proto__":"x"}'), 'invalid_format'],
  ['custom_fields/1a', { '1a': 'x' }, 'invalid_format'],
  ['custom_fields/a', { a: {} }, 'invalid_type'],
  ['custom_fields/a', { a: 'x\0' }, 'invalid_characters'],
  ['custom_fields', { a: 'x'.repeat(8192) }, 'too_long'],
  [
    'custom_fields',
    Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 1])),
    'too_many_items',
  ],
  ['dates/birthday/date', { birthday: { date: '1990-02-30' } }, 'invalid_date'],
  ['nickname', 'Ada', 'unknown_field'],
  ['previous_stage', 'lead', 'field_not_updatable'],
  ['revision', '1', 'field_not_updatable'],
] as const;

describe.each(['create-contact', 'update-contact'] as const)('%s, errors of fields', (operation) => {
  it.each(WRONG)('rejects %s: %j with %s', async (place, value, code) => {
    const { api, run, stored } = await startContactApi();
    const [member = ''] = place.split('/');
    const json = { ...(operation === 'create-contact' ? { name: 'Eve' } : {}), [member]: value };
    const { status, body } = await run(operation, { json });

    expect([status, body.code]).toEqual([422, code]);
    expect(body.errors).toMatchObject([{ pointer: `#/${place}`, code }]);
    expect([api.core.contacts.size, stored().revision, api.core.events.size]).toEqual([1, 1, 1]);
  });

  it('reports a phone number without a country code together with other errors', async () => {
    const { run } = await startContactApi();
    const { body } = await run(operation, { json: { phone: '030 901820', stage: '' } });

    expect(body.code).toBe('validation_failed');
    expect(body.errors).toMatchObject([
      { pointer: '#/phone', code: 'invalid_format' },
      { pointer: '#/stage', code: 'too_short' },
    ]);
  });
});
