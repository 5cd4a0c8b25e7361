import { describe, expect } from 'vitest';
import { hashPassword, verifyPassword } from '#shared/platform/runtime/password-hash.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import rows from '#test/corpus/equal-texts.json' with { type: 'json' };
import { it } from '#test/support/fixtures/messaging/contact-api.ts';

const of = (channel: string) => rows.filter((row) => row.channel === channel);

describe('equal texts', () => {
  it.each(of('tag'))('of tags: $input are $right ($report)', async ({ input, right }, { api, key }) => {
    const [first = '', ...others] = input;
    const made = await api.call('create-contact', { key, json: { name: 'Ada', tags: [first] } });
    const params = { contact: String(made.body.data.id) };
    const added = await api.call('update-contact', { key, params, json: { add_tags: others } });

    expect(added.body.data.tags).toEqual(right === 'equal' ? [first] : input);
    for (const tag of others) {
      const { body } = await api.call('list-contacts', { key, query: { tag } });
      expect(body.data).toHaveLength(1);
    }
    const removed = await api.call('update-contact', { key, params, json: { remove_tags: others } });

    expect(removed.body.data.tags).toEqual(right === 'equal' ? [] : [first]);
  });

  it.each(of('mail address'))(
    'of members: $input are $right ($report)',
    async ({ input, right }, { api }) => {
      const [first = '', ...others] = input;
      const key = api.grant(PERMISSIONS);
      const create = (email: string) =>
        api.call('create-member', { key, json: { name: 'Ada', email, role: 'viewer' } });
      const made = await create(first);

      expect([made.status, made.body.data?.email]).toEqual([201, first]);
      for (const email of others) expect((await create(email)).status).toBe(right === 'equal' ? 409 : 201);
    },
  );

  it.each(of('mail address'))(
    'of contacts: $input are $right ($report)',
    async ({ input, right }, { api, key }) => {
      const [first = '', ...others] = input;
      const create = (email: string) => api.call('create-contact', { key, json: { email } });
      const made = await create(first);

      expect([made.status, made.body.data.email]).toEqual([201, first]);
      for (const email of others) {
        const { body } = await api.call('list-contacts', { key, query: { email } });
        expect(body.data).toHaveLength(right === 'equal' ? 1 : 0);
        expect((await create(email)).status).toBe(right === 'equal' ? 409 : 201);
      }
    },
  );

  it.each(of('password'))(
    'of passwords: $input are $right ($report)',
    async ({ input: [set = '', typed = ''], right }) => {
      expect(await verifyPassword(typed, await hashPassword(set))).toBe(right === 'equal');
    },
  );
});
