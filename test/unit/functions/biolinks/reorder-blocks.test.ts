import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';

const blocks = forEachTest(startBlockApi);
let ids: string[];
beforeEach(async () => {
  ids = [await blocks.add(), await blocks.add(), await blocks.add()];
});

describe('reorder-blocks', () => {
  it('puts the blocks into the order that is sent, and changes nothing else', async () => {
    const page = blocks.stored();
    const before = (await blocks.list()).body.data;
    blocks.api.clock.advance(60);
    const { status, headers, body } = await blocks.reorder(ids.toReversed());

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"4"');
    expect(body).toEqual({ data: before.toReversed(), revision: '4' });
    expect((await blocks.list()).body).toEqual(body);
    expect(blocks.stored()).toEqual(page);
  });

  it('writes nothing if the order is already current', async () => {
    const { headers, body } = await blocks.reorder(ids);

    expect(headers['ETag']).toBe('"3"');
    expect(body.revision).toBe('3');
  });

  it('accepts ids in upper and lower case', async () => {
    const { status } = await blocks.reorder(ids.toReversed().map((id) => id.toUpperCase()));

    expect(status).toBe(200);
    expect(await blocks.ids()).toEqual(ids.toReversed());
  });

  it('accepts an empty list for a page without blocks', async () => {
    const empty = await startBlockApi();

    expect((await empty.reorder([])).body).toEqual({ data: [], revision: '0' });
  });

  it('reports missing, unknown and duplicate ids', async () => {
    const [first = '', second = '', third = ''] = ids;
    const unknown = newId(NOW);
    const { status, body } = await blocks.reorder([second, unknown, second, first, second]);

    expect(status).toBe(422);
    const lists = { missing: [third], unknown: [unknown], duplicate: [second] };
    expect(body).toMatchObject({ code: 'block_order_invalid', ...lists });
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '#/ids', ...lists })]);
    expect(await blocks.ids()).toEqual(ids);
  });

  it.each([
    ['too few', (all: string[]) => all.slice(1)],
    ['one too many', (all: string[]) => [...all, newId(NOW)]],
    ['one twice', (all: string[]) => [...all, all[0]]],
    ['one instead of another', (all: string[]) => [...all.slice(1), newId(NOW)]],
  ])('rejects %s', async (_, change) => {
    expect((await blocks.reorder(change(ids))).body.code).toBe('block_order_invalid');
    expect(await blocks.ids()).toEqual(ids);
  });

  it.each([
    ['a value that is not a list', { ids: 'x' }, 'invalid_type', '#/ids'],
    ['no ids', {}, 'required', '#/ids'],
    ['a malformed id', { ids: ['x'] }, 'invalid_format', '#/ids/0'],
    ['101 ids', { ids: Array.from({ length: 101 }, () => newId(NOW)) }, 'too_many_items', '#/ids'],
    ['other fields', { ids: [], page: 'x' }, 'unknown_field', '#/page'],
  ])('rejects %s', async (_, json, code, pointer) => {
    const { status, body } = await blocks.run('reorder-blocks', { json });

    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ code, pointer })]);
  });

  it('rejects an outdated revision of the blocks before it checks the ids', async () => {
    const stale = await blocks.reorder([], { headers: { 'if-match': '"2"' } });
    const current = await blocks.reorder(ids.toReversed(), { headers: { 'if-match': '"3"' } });

    expect(stale.status).toBe(412);
    expect(stale.headers['ETag']).toBe('"3"');
    expect(current.status).toBe(200);
  });

  it('does not lose a block that was added concurrently', async () => {
    const { reorder } = blocks.api.blocks;
    blocks.api.blocks.reorder = async (...parts) => {
      blocks.api.blocks.reorder = reorder;
      await blocks.add();
      return reorder(...parts);
    };

    expect((await blocks.reorder(ids.toReversed())).body.code).toBe('block_order_invalid');
    expect(await blocks.ids()).toHaveLength(4);
  });

  it('requires the permission to publish for an active page, and a page of the workspace', async () => {
    const active = await startBlockApi('active');
    const writer = active.api.grant(['biolinks:pages:read', 'biolinks:pages:write']);
    const { workspaceId } = await blocks.api.createOtherWorkspace();
    const stranger = blocks.api.grant(['biolinks:pages:write'], { workspaceId });

    expect((await active.reorder([], { key: writer })).body.code).toBe('permission_missing');
    expect((await blocks.reorder(ids, { key: stranger })).body.code).toBe('page_not_found');
  });
});
