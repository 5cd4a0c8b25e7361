import { describe, expect } from 'vitest';
import rows from '#test/corpus/numbers.json' with { type: 'json' };
import { fileOf, it } from '#test/support/fixtures/messaging/imports-api.ts';

describe('numbers of custom fields', () => {
  it.each(rows)('of a request: $input is $right ($report)', async ({ input, right }, { api, key }) => {
    const json = { name: 'Ada', custom_fields: { crm: JSON.parse(input) } };
    const { status, body } = await api.call('create-contact', { key, json });
    if (right === 'out_of_range')
      expect([status, body.errors]).toMatchObject([422, [{ code: right, pointer: '#/custom_fields/crm' }]]);
    else expect([status, body.data?.custom_fields]).toEqual([201, { crm: right }]);
  });

  it.each(rows)(
    'of a file: $input is $right ($report)',
    async ({ input, right }, { importFile, api, key }) => {
      const line = `{"email":"eve@example.com","custom_fields":{"crm":${input}}}`;
      const { rejected, created } = await importFile(fileOf(line));
      expect([created, rejected]).toEqual(right === 'out_of_range' ? [0, 1] : [1, 0]);
      const { body } = await api.call('list-contacts', { key, query: { email: 'eve@example.com' } });

      expect(body.data).toMatchObject(right === 'out_of_range' ? [] : [{ custom_fields: { crm: right } }]);
    },
  );
});
