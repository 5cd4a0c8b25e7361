import { describe, expect } from 'vitest';
import rows from '#test/corpus/copied-numbers.json' with { type: 'json' };
import { fileOf, it } from '#test/support/fixtures/messaging/imports-api.ts';

describe('phone numbers as they are copied', () => {
  it.each(rows)('of a request: $input is $right ($report)', async ({ input, right }, { api, key }) => {
    const { status, body } = await api.call('create-contact', { key, json: { phone: input } });
    if (right === 'invalid_format') {
      expect([status, body.errors]).toMatchObject([422, [{ code: right, pointer: '#/phone' }]]);
      return;
    }

    expect([status, body.data?.phone]).toEqual([201, right]);
    const found = await api.call('list-contacts', { key, query: { phone: input } });
    expect(found.body.data).toMatchObject([{ phone: right }]);
  });

  it.each(rows)('of a file: $input is $right ($report)', async ({ input, right }, { importFile }) => {
    const imported = await importFile(fileOf({ phone: input }, { phone: input }));

    expect(imported).toMatchObject(
      right === 'invalid_format' ? { rejected: 2 } : { created: 1, unchanged: 1, rejected: 0 },
    );
  });
});
