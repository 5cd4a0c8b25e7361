import { describe, expect } from 'vitest';
import { ADA, startContactApi } from '#test/support/fixtures/messaging/contact-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(startWithThree);

/** Three contacts, a second apart, oldest first. */
async function startWithThree() {
  const fixture = await startContactApi();
  const { api, key } = fixture;
  const ids = [fixture.contact];
  for (const json of [
    { name: 'Eve', email: 'eve@example.com', platform: 'sms', stage: 'customer' },
    { name: 'Bob', phone: '+49 30 901820', stage: 'lead', tags: ['vip'] },
  ]) {
    api.clock.advance(1);
    ids.push(String((await api.call('create-contact', { key, json })).body.data.id));
  }
  const list = (query: Record<string, string>) => api.call('list-contacts', { key, query });

  async function namesOf(query: Record<string, string>): Promise<string[]> {
    return (await list(query)).body.data.map(({ name }: { name: string }) => name);
  }

  return { ...fixture, ids, list, namesOf };
}

describe('list-contacts', () => {
  it('lists by the last change, in both orders', async ({ api, edit, namesOf }) => {
    expect(await namesOf({})).toEqual(['Bob', 'Eve', 'Ada Moreau']);
    api.clock.advance(1);
    await edit({ stage: 'customer' });
    expect(await namesOf({ order: 'asc' })).toEqual(['Eve', 'Bob', 'Ada Moreau']);
  });

  it.each([
    [{ stage: 'lead' }, ['Bob', 'Ada Moreau']],
    [{ tag: 'vip' }, ['Bob']],
    [{ platform: 'whatsapp' }, ['Ada Moreau']],
    [{ changed_since: '2026-06-01T12:01:01Z' }, ['Bob', 'Eve']],
    [{ email: 'ADA.moreau@example.com' }, ['Ada Moreau']],
    [{ phone: '+1 202 555-0143' }, ['Ada Moreau']],
    [{ email: ADA.email, phone: ADA.phone }, ['Ada Moreau']],
    [{ email: ADA.email, phone: '+4930901820' }, []],
    [{ email: ADA.email, stage: 'customer' }, []],
    [{ email: 'unknown@example.com' }, []],
  ])('finds with %j: %j', async (query, names, { namesOf }) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it('continues after the end of the previous page', async ({ list, ids }) => {
    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', cursor: first.body.next_cursor });
    const seen = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);

    expect([first.body.has_more, second.body.has_more, second.body.next_cursor]).toEqual([true, false, null]);
    expect(seen).toEqual(ids.toReversed());
  });

  it('rejects the cursor of another list, and invalid filters', async ({ list }) => {
    const { body } = await list({ limit: '1' });

    expect(codeOf(await list({ limit: '1', stage: 'lead', cursor: body.next_cursor }))).toBe(
      '400 cursor_invalid',
    );
    expect(codeOf(await list({ phone: '030 901820' }))).toBe('422 invalid_format');
    expect(codeOf(await list({ platform: 'fax' }))).toBe('422 channel_unknown');
    expect(codeOf(await list({ changed_since: 'yesterday' }))).toBe('422 invalid_format');
    expect(codeOf(await list({ stage: '' }))).toBe('422 too_short');
    expect(codeOf(await list({ stage: 'x'.repeat(256) }))).toBe('422 too_long');
    expect(codeOf(await list({ tag: 'v\u0000ip' }))).toBe('422 invalid_characters');
  });

  it('rejects a phone number that cannot exist, at its parameter', async ({ list }) => {
    const { status, body } = await list({ phone: '+49 1' });

    expect([status, body.code]).toEqual([422, 'invalid_format']);
    expect(body.errors).toEqual([{ parameter: 'phone', code: 'invalid_format', detail: body.detail }]);
  });

  it('contains nothing of another workspace', async ({ api }) => {
    const { workspaceId } = await api.createOtherWorkspace();
    const key = api.grant(['salesbot:contacts:read'], { workspaceId });

    expect((await api.call('list-contacts', { key })).body.data).toEqual([]);
    expect((await api.call('list-contacts', { key, query: { email: ADA.email } })).body.data).toEqual([]);
  });
});
