import { describe, expect } from 'vitest';
import { it, startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';

describe('list-blocks', () => {
  it('lists every block in order, with the revision that writes may send', async (blocks) => {
    const ids = [await blocks.add(), await blocks.add(), await blocks.add()];
    const { status, headers, body } = await blocks.list();

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"3"');
    expect(body).toEqual({ data: ids.map((id) => expect.objectContaining({ id })), revision: '3' });
  });

  it('lists hidden and expired blocks too, because this is the view of the editor', async (blocks) => {
    const ids = [await blocks.add({ visible: false }), await blocks.add({ ends_at: '2020-01-01T00:00:00Z' })];

    expect(await blocks.ids()).toEqual(ids);
  });

  it('is empty, at revision 0, for a page that has never had a block', async (blocks) => {
    const { headers, body } = await blocks.list();

    expect(headers['ETag']).toBe('"0"');
    expect(body).toEqual({ data: [], revision: '0' });
  });

  it('never reuses an earlier revision after the last block is deleted', async (blocks) => {
    await blocks.drop(await blocks.add());

    expect((await blocks.list()).body).toEqual({ data: [], revision: '2' });
  });

  it('returns 304 to a client that has the current blocks', async (blocks) => {
    await blocks.add();
    const [same, other] = [
      await blocks.list({ headers: { 'if-none-match': '"0", W/"1"' } }),
      await blocks.list({ headers: { 'if-none-match': '"0"' } }),
    ];

    expect(same).toMatchObject({ status: 304, text: undefined });
    expect(same.headers['ETag']).toBe('"1"');
    expect(other.status).toBe(200);
  });

  it('requires only the permission to read pages, and rejects other workspaces and unknown parameters', async () => {
    const blocks = await startBlockApi('active');
    const reader = blocks.api.grant(['biolinks:pages:read']);
    const writer = blocks.api.grant(['biolinks:pages:write']);
    const { workspaceId } = await blocks.api.createOtherWorkspace();
    const stranger = blocks.api.grant(['biolinks:pages:read'], { workspaceId });

    expect((await blocks.list({ key: reader })).status).toBe(200);
    expect((await blocks.list({ key: writer })).body.code).toBe('permission_missing');
    expect((await blocks.list({ key: stranger })).body.code).toBe('page_not_found');
    expect((await blocks.list({ query: { limit: '5' } })).body.code).toBe('unknown_parameter');
  });
});
