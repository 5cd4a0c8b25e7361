import { describe, expect } from 'vitest';
import { fileOf, it } from '#test/support/fixtures/messaging/imports-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

const EVE = { name: 'Eve', email: 'eve@example.com' };
const ADA = { email: 'Ada.Moreau@example.com' };
const GUESTS = 'Guests of the spring fair';

describe('import-contacts with a list', () => {
  it('adds each contact that a line creates, changes or leaves as it is', async ({
    importFile,
    api,
    contact,
    members,
  }) => {
    const shown = await importFile(
      fileOf(EVE, ADA, { email: 'grace@example.com' }, 'not json', { phone: '+49 30 901820' }),
      GUESTS,
    );

    expect(shown).toMatchObject({ list: GUESTS, created: 3, unchanged: 1, rejected: 1, duplicates: 0 });
    expect(await members(String(shown.id))).toEqual(
      [...api.core.contacts.values()].map(({ id }) => id).toSorted(),
    );
    expect(await members(String(shown.id))).toContain(contact);
  });

  it.each([
    ['created', EVE],
    ['changed', { ...ADA, stage: 'customer' }],
    ['left as it is', ADA],
  ])(
    'does not apply a second line of a contact that the first has %s',
    async (_, first, { importFile, api }) => {
      const shown = await importFile(fileOf(first, 'bad', { ...first, name: 'Other' }, first), GUESTS);

      expect(shown).toMatchObject({ lines: 4, rejected: 1, duplicates: 2 });
      expect(shown.created + shown.updated + shown.unchanged).toBe(1);
      expect(shown.rejected_lines).toEqual([
        expect.objectContaining({ line: 2, code: 'malformed_json' }),
        {
          line: 3,
          code: 'duplicate_line',
          detail: 'Line 1 has added this contact to the list. Remove one of the lines.',
          pointer: null,
        },
        expect.objectContaining({ line: 4, code: 'duplicate_line' }),
      ]);
      expect([...api.core.contacts.values()].map(({ name }) => name)).not.toContain('Other');
    },
  );

  it('recognises the contact by any of its addresses', async ({ importFile }) => {
    const shown = await importFile(fileOf(ADA, { phone: '+1 202 555 0143' }), GUESTS);

    expect(shown).toMatchObject({ unchanged: 1, duplicates: 1 });
  });

  it('stores the first 1,000 of rejected and duplicate lines together', async ({ importFile }) => {
    const lines = Array.from({ length: 1100 }, (_, index) => (index % 2 === 0 ? 'bad' : EVE));
    const shown = await importFile(fileOf(EVE, ...lines), GUESTS);

    expect(shown).toMatchObject({ lines: 1101, created: 1, rejected: 550, duplicates: 550 });
    expect(shown.rejected_lines).toHaveLength(1000);
    expect(shown.rejected_lines.at(-1)).toMatchObject({ line: 1001, code: 'duplicate_line' });
  });

  it('shows duplicate lines if no line was rejected', async ({ importFile }) => {
    const shown = await importFile(fileOf(EVE, EVE), GUESTS);

    expect(shown.rejected_lines).toMatchObject([{ line: 2, code: 'duplicate_line' }]);
  });

  it('adds no members and finds no duplicates without a list', async ({ importFile, api }) => {
    const shown = await importFile(fileOf(EVE, EVE, ADA, ADA));

    expect(shown).toMatchObject({ list: null, created: 1, unchanged: 3, duplicates: 0, rejected_lines: [] });
    expect(api.core.listMembers.size).toBe(0);
  });

  it('keeps lists apart: a contact can be in several', async ({ importFile, members, contact }) => {
    const [first, second] = [await importFile(fileOf(ADA), GUESTS), await importFile(fileOf(ADA), GUESTS)];

    expect(await members(String(first.id))).toEqual([contact]);
    expect(await members(String(second.id))).toEqual([contact]);
  });

  it('is kept 90 days with its members', async ({ api, key, importFile, members }) => {
    const shown = await importFile(fileOf(ADA), GUESTS);
    const id = String(shown.id);
    const get = () => api.call('get-contact-import', { key, params: { import: id } });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(90 * 86_400_000);
    expect([...api.core.listMembers.values()].map(({ expiresAt }) => expiresAt.toISOString())).toEqual([
      shown.expires_at,
    ]);
    api.clock.advance((Date.parse(shown.expires_at) - api.clock().getTime()) / 1000 - 1);
    expect((await get()).status).toBe(200);
    api.clock.advance(1);

    expect(codeOf(await get())).toBe('404 import_not_found');
    expect(await members(id)).toHaveLength(1);
  });
});

describe('create-contact-import with a list', () => {
  it.each([
    ['', 'too_short'],
    ['   ', 'too_short'],
    ['x'.repeat(101), 'too_long'],
    ['two\nlines', 'invalid_characters'],
    [7, 'invalid_type'],
  ])('rejects the name %j with %s', async (list, code, { api, key }) => {
    const response = await api.call('create-contact-import', { key, json: { size: 1, list } });

    expect(codeOf(response)).toBe(`422 ${code}`);
    expect(response.body.errors).toMatchObject([{ pointer: '#/list' }]);
  });

  it.each([
    ['x', 'x'],
    ['👩‍🚀'.repeat(33), '👩‍🚀'.repeat(33)],
    ['x'.repeat(100), 'x'.repeat(100)],
    [` ${GUESTS} `, GUESTS],
    [null, null],
    [undefined, null],
  ])('stores the name %j as %j', async (list, stored, { api, key }) => {
    const { status, body } = await api.call('create-contact-import', { key, json: { size: 1, list } });

    expect(status).toBe(201);
    expect(body.data.list).toBe(stored);
  });
});
