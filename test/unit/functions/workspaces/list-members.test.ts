import { describe, expect, it } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

async function startWithThree() {
  const fixture = await startWorkspaceApi();
  const ids = [fixture.api.admin.id];
  for (const name of ['first', 'second']) {
    fixture.api.clock.advance(1);
    ids.unshift(await fixture.add({ name, email: `${name}@example.com` }));
  }
  return { ...fixture, ids };
}

const idsOf = (data: readonly { id: string }[]) => data.map(({ id }) => id);

describe('list-members', () => {
  it('lists newest first, page by page', async () => {
    const { call, ids } = await startWithThree();
    const { body } = await call('list-members', { query: { limit: '2' } });
    const rest = await call('list-members', { query: { limit: '2', cursor: body.next_cursor } });

    expect(body.has_more).toBe(true);
    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(idsOf([...body.data, ...rest.body.data])).toEqual(ids);
  });

  it('omits removed members, and members of another workspace', async () => {
    const { api, call, ids } = await startWithThree();
    await api.createOtherWorkspace();
    await call('delete-member', { params: { member: ids[0] ?? '' } });

    expect(idsOf((await call('list-members')).body.data)).toEqual(ids.slice(1));
  });

  it('rejects the cursor of another list', async () => {
    const { api, call, key } = await startWithThree();
    api.clock.advance(1);
    await key();
    const { next_cursor: cursor } = (await call('list-api-keys', { query: { limit: '1' } })).body;

    expect(codeOf(await call('list-members', { query: { cursor } }))).toBe('400 cursor_invalid');
  });
});
