import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { EVERY_BODY } from '#test/support/builders/biolinks/block-builders.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { LINK, startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';

const blocks = forEachTest(startBlockApi);
function issue(code: string, pointer: string) {
  return expect.objectContaining({ code, pointer });
}

describe('update-block', () => {
  it('changes what is sent and keeps the rest', async () => {
    const { body: created } = await blocks.create({ ...LINK, icon: 'x', ends_at: '2030-01-01T00:00:00Z' });
    blocks.api.clock.advance(60);
    const { status, headers, body } = await blocks.edit(created.data.id, { title: 'Papers', visible: false });

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"2"');
    const updated_at = secondsAfterNow(120).toISOString();
    expect(body.data).toEqual({ ...created.data, title: 'Papers', visible: false, updated_at });
    expect((await blocks.list()).body).toEqual({ data: [body.data], revision: '2' });
  });

  it.each(EVERY_BODY)('keeps every field of a block of type $type', async (json) => {
    const { body: created } = await blocks.create(json);
    const { body } = await blocks.edit(created.data.id, { visible: false });

    expect(body.data).toEqual({ ...created.data, visible: false, updated_at: expect.any(String) });
  });

  it('resets optional fields by null', async () => {
    const bounds = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' };
    const link = await blocks.add({ icon: 'x', ...bounds });
    const image = await blocks.create(EVERY_BODY.find(({ type }) => type === 'image'));

    const edited = await blocks.edit(link, { icon: null, starts_at: null, ends_at: null });
    expect(edited.body.data).toMatchObject({ icon: null, starts_at: null, ends_at: null });
    expect((await blocks.edit(image.body.data.id, { url: null })).body.data.url).toBeNull();
  });

  it('leaves the other blocks, the order and the page unchanged', async () => {
    const ids = [await blocks.add(), await blocks.add(), await blocks.add()];
    const page = blocks.stored();
    const before = (await blocks.list()).body.data;
    blocks.api.clock.advance(60);
    const edited = await blocks.edit(ids[1] ?? '', { title: 'Papers' });

    expect((await blocks.list()).body.data).toEqual([before[0], edited.body.data, before[2]]);
    expect(blocks.stored()).toEqual(page);
  });

  it.each([{}, { title: LINK.title }, { visible: true, icon: null }, { title: `  ${LINK.title} ` }])(
    'writes nothing for %j, which changes nothing',
    async (json) => {
      const { body: created } = await blocks.create(LINK);
      blocks.api.clock.advance(60);
      const { status, headers, body } = await blocks.edit(created.data.id, json);

      expect(status).toBe(200);
      expect(headers['ETag']).toBe('"1"');
      expect(body.data).toEqual(created.data);
    },
  );

  it('accepts ids in upper and lower case', async () => {
    const id = await blocks.add();

    expect((await blocks.edit(id.toUpperCase(), { title: 'Papers' })).status).toBe(200);
  });
});

describe('update-block rejects', () => {
  it.each([
    ['another type', { type: 'header' }, 'field_not_updatable', '#/type'],
    ['the same type', { type: 'link' }, 'field_not_updatable', '#/type'],
    ['a position', { position: 0 }, 'field_not_updatable', '#/position'],
    ['a read-only field', { id: 'x' }, 'field_not_updatable', '#/id'],
    ['a field of another type', { text: 'x' }, 'unknown_field', '#/text'],
    ['null for a title', { title: null }, 'invalid_type', '#/title'],
    ['null for visible', { visible: null }, 'invalid_type', '#/visible'],
    ['a script', { url: 'javascript:alert(1)' }, 'invalid_url', '#/url'],
    ['an end before the stored start', { ends_at: '2026-05-01T00:00:00Z' }, 'out_of_range', '#/ends_at'],
    ['a start after the stored end', { starts_at: '2026-08-01T00:00:00Z' }, 'out_of_range', '#/starts_at'],
  ])('%s', async (_, json, code, pointer) => {
    const id = await blocks.add({ starts_at: '2026-06-01T00:00:00Z', ends_at: '2026-07-01T00:00:00Z' });
    const before = (await blocks.list()).body;
    const { status, body } = await blocks.edit(id, json);

    expect(status).toBe(422);
    expect(body.errors).toEqual([issue(code, pointer)]);
    expect((await blocks.list()).body).toEqual(before);
  });

  it('a text that shows nothing', async () => {
    const created = await blocks.create({ type: 'text', text: 'Lamps' });
    const id = String(created.body.data.id);
    const { status, body } = await blocks.edit(id, { text: '\u200b' });

    expect([status, body.errors]).toEqual([422, [issue('content_empty', '#/text')]]);
  });

  it('every error at once, and identifies the operation that moves blocks', async () => {
    const id = await blocks.add();
    const { body } = await blocks.edit(id, { type: 'text', position: 1, title: '', a: 1 });

    expect(body.errors).toEqual([
      issue('field_not_updatable', '#/type'),
      expect.objectContaining({ pointer: '#/position', use: 'reorderBlocks' }),
      issue('too_short', '#/title'),
      issue('unknown_field', '#/a'),
    ]);
  });

  it('a body that is not an object', async () => {
    const id = await blocks.add();

    expect((await blocks.edit(id, [])).body.errors).toEqual([issue('invalid_type', '#')]);
    expect((await blocks.edit(id, null)).body.errors).toEqual([issue('invalid_type', '#')]);
  });

  it('a block that does not exist, belongs to another page, or has a malformed id', async () => {
    const id = await blocks.add();
    const other = await blocks.api.call('create-page', {
      key: blocks.key,
      json: { title: 'Other', slug: 'other' },
    });

    for (const block of [newId(NOW), 'order']) {
      const { status, body } = await blocks.edit(block, {}, { headers: { 'if-match': '"9"' } });
      expect([status, body.code]).toEqual([404, 'block_not_found']);
    }
    const moved = await blocks.edit(id, {}, { params: { page: other.body.data.id } });
    expect(moved.body.code).toBe('block_not_found');
  });

  it('an outdated revision of the blocks', async () => {
    const id = await blocks.add();
    await blocks.add();
    const stale = await blocks.edit(id, { title: 'Papers' }, { headers: { 'if-match': '"1"' } });

    expect(stale.status).toBe(412);
    expect(stale.headers['ETag']).toBe('"2"');
    for (const tag of ['"2"', '*', '"1", "2"']) {
      const match = await blocks.edit(id, { title: LINK.title }, { headers: { 'if-match': tag } });
      expect(match.status).toBe(200);
    }
  });

  it('changes of an active page by a key that may not publish, even without effect', async () => {
    const active = await startBlockApi('active');
    const id = await active.add();
    const key = active.api.grant(['biolinks:pages:read', 'biolinks:pages:write']);

    expect((await active.edit(id, {}, { key })).body.code).toBe('permission_missing');
  });
});

describe('update-block, with another write between read and write', () => {
  /** Runs once, between the read and the write of the function. */
  function between(act: () => Promise<unknown>): void {
    const { save } = blocks.api.blocks;
    blocks.api.blocks.save = async (...parts) => {
      blocks.api.blocks.save = save;
      await act();
      return save(...parts);
    };
  }

  it('edits the block in its new state', async () => {
    const id = await blocks.add();
    between(() => blocks.edit(id, { visible: false }));
    const { status, body } = await blocks.edit(id, { title: 'Papers' });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'Papers', visible: false });
  });

  it('returns 412 to a caller who sent a revision that is now outdated', async () => {
    const id = await blocks.add();
    between(() => blocks.edit(id, { visible: false }));
    const { status } = await blocks.edit(id, { title: 'Papers' }, { headers: { 'if-match': '"1"' } });

    expect(status).toBe(412);
    expect((await blocks.list()).body.data[0]).toMatchObject({ title: LINK.title, visible: false });
  });

  it('returns 404 if the block was deleted', async () => {
    const id = await blocks.add();
    between(() => blocks.drop(id));

    expect((await blocks.edit(id, { title: 'Papers' })).body.code).toBe('block_not_found');
  });

  it('returns 404 if the page was deleted', async () => {
    const id = await blocks.add();
    between(() => blocks.runOnPage('delete-page'));

    expect((await blocks.edit(id, { title: 'Papers' })).body.code).toBe('page_not_found');
  });
});
