import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { type BlockApi, LINK, startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';
import type { HttpReply } from '#test/support/fixtures/platform/http-event.ts';

type Names = 'create' | 'save' | 'remove' | 'reorder';
type Act = (blocks: BlockApi, ids: readonly string[], key: string) => Promise<HttpReply>;

const CHANGES: readonly (readonly [Names, Act])[] = [
  ['create', (blocks, _, key) => blocks.create(LINK, { key })],
  ['save', (blocks, [id = ''], key) => blocks.edit(id, { title: 'Sneaked in' }, { key })],
  ['remove', (blocks, [id = ''], key) => blocks.drop(id, { key })],
  ['reorder', (blocks, ids, key) => blocks.reorder(ids.toReversed(), { key })],
];

/** A page with this many blocks that is published between the read and the write of a function. */
async function published(name: Names, count: number) {
  const blocks = await startBlockApi();
  for (let made = 0; made < count; made += 1) await blocks.add();
  const store: Record<Names, (...parts: never[]) => Promise<void>> = blocks.api.blocks;
  const write = store[name];
  store[name] = async (...parts) => {
    store[name] = write;
    await blocks.runOnPage('set-page-status', { json: { status: 'active' } });
    return write(...parts);
  };
  const before = (await blocks.list()).body;
  return { blocks, before, ids: before.data.map(({ id }: { id: string }) => id) };
}

describe.each(CHANGES)('a page that is published while its blocks change (%s)', (name, act) => {
  it('rejects the change of a key that may not publish', async () => {
    const { blocks, before, ids } = await published(name, 2);
    const key = blocks.api.grant(['biolinks:pages:read', 'biolinks:pages:write']);

    expect(await act(blocks, ids, key)).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
    expect((await blocks.list()).body).toEqual(before);
  });

  it('accepts the change of a key that may publish', async () => {
    const { blocks, before, ids } = await published(name, 2);

    expect((await act(blocks, ids, blocks.key)).status).toBeLessThan(300);
    expect((await blocks.list()).body).not.toEqual(before);
  });
});

describe.each(CHANGES)('blocks that other requests change all the time (%s)', (name, act) => {
  /** Blocks of which this many writes lose against another writer. */
  async function contested(losses: number) {
    const blocks = await startBlockApi();
    const ids = [await blocks.add(), await blocks.add()];
    const store: Record<Names, (...parts: never[]) => Promise<void>> = blocks.api.blocks;
    const write = store[name];
    let lost = 0;
    store[name] = async (...parts) => {
      if (lost === losses) return write(...parts);
      lost += 1;
      throw new ConcurrentUpdateError();
    };
    return { blocks, ids };
  }

  it('accepts the change of a caller who sends no revision, even after three lost races', async () => {
    const { blocks, ids } = await contested(3);

    expect((await act(blocks, ids, blocks.key)).status).toBeLessThan(300);
    expect((await blocks.list()).body.revision).toBe('3');
  });
});

describe('a page that is published before its first block is added', () => {
  it('gets no block from a key that may not publish', async () => {
    const { blocks } = await published('create', 0);
    const key = blocks.api.grant(['biolinks:pages:write']);

    expect((await blocks.create(LINK, { key })).status).toBe(403);
    expect(await blocks.ids()).toEqual([]);
  });
});
