import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';

const blocks = forEachTest(startBlockApi);
describe('delete-block', () => {
  it('removes only this block, and returns the revision of the remaining blocks', async () => {
    const ids = [await blocks.add(), await blocks.add(), await blocks.add()];
    const page = blocks.stored();
    const { status, headers, text } = await blocks.drop(ids[1] ?? '');

    expect({ status, text }).toEqual({ status: 204, text: undefined });
    expect(headers['ETag']).toBe('"4"');
    expect((await blocks.list()).headers['ETag']).toBe('"4"');
    expect(await blocks.ids()).toEqual([ids[0], ids[2]]);
    expect(blocks.stored()).toEqual(page);
  });

  it('makes room for another block on a full page', async () => {
    const first = await blocks.add();
    for (let made = 1; made < 100; made += 1) await blocks.add();
    await blocks.drop(first);

    await expect(blocks.add()).resolves.toEqual(expect.any(String));
  });

  it('rejects a block that no longer exists, whatever revision is sent', async () => {
    const id = await blocks.add();
    await blocks.drop(id);

    for (const block of [id, newId(NOW), 'x']) {
      const { status, body } = await blocks.drop(block, { headers: { 'if-match': '"1"' } });
      expect([status, body.code]).toEqual([404, 'block_not_found']);
    }
  });

  it('rejects an outdated revision of the blocks', async () => {
    const id = await blocks.add();
    const { status, body } = await blocks.drop(id, { headers: { 'if-match': '"0"' } });

    expect([status, body.code]).toEqual([412, 'revision_mismatch']);
    expect(await blocks.ids()).toEqual([id]);
    expect((await blocks.drop(id, { headers: { 'if-match': '"1"' } })).status).toBe(204);
  });

  it('requires the permission to write pages, and to publish if the page is active', async () => {
    const active = await startBlockApi('active');
    const id = await active.add();
    const reader = active.api.grant(['biolinks:pages:read', 'biolinks:pages:publish']);
    const writer = active.api.grant(['biolinks:pages:read', 'biolinks:pages:write']);

    expect((await active.drop(id, { key: reader })).body.code).toBe('permission_missing');
    expect((await active.drop(id, { key: writer })).body.code).toBe('permission_missing');
    expect(await active.ids()).toEqual([id]);
  });
});
