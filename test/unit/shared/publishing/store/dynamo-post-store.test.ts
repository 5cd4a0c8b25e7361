import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { PartitionQuery, Table } from '#shared/platform/store/table.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostFilter } from '#shared/publishing/ports/post-store.ts';
import { createDynamoPostReader } from '#shared/publishing/store/dynamo-post-store.ts';
import { postKey } from '#shared/publishing/store/keys.ts';
import { toPostItem } from '#shared/publishing/store/post-items.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

type Reads = Pick<Table, 'query' | 'getAll'>;

/** A table whose index still lists the posts in the given partitions, wherever they are now. */
function laggingTable(posts: readonly Post[], parts: Readonly<Record<string, readonly Post[]>>): Table {
  const { change } = aContext();
  const reads: Reads = {
    async query({ pk, from, to, descending, limit }: PartitionQuery) {
      const here = parts[pk.slice(pk.lastIndexOf('#') + 1)] ?? [];
      const ids = here.map(({ id }) => id).filter((id) => id >= from && id <= to);
      const sorted = ids.toSorted();
      const listed = (descending ? sorted.toReversed() : sorted).slice(0, limit);
      return listed.map((id) => ({ ...postKey(id), ownerSk: id }));
    },
    getAll: async (keys) =>
      keys
        .flatMap(({ pk }) => posts.find(({ id }) => pk.endsWith(id)) ?? [])
        .map((post) => toPostItem(post, change)),
  };
  return reads as Table;
}

function aged(count: number): Post[] {
  return Array.from({ length: count }, (_, index) => aPostIn('draft', { id: newId(secondsAfterNow(index)) }));
}

async function idsIn(table: Table, filter: Partial<PostFilter>): Promise<string[]> {
  const rest = { trashed: false, order: 'desc', limit: 10, ...filter } as const;
  return (await createDynamoPostReader(table).list('any', rest)).map(({ id }) => id);
}

describe('list of posts, while the index lags behind', () => {
  it('omits posts that have moved to another partition', async () => {
    const [post = aPostIn('draft')] = aged(1);
    const trashed = { ...post, trashedAt: secondsAfterNow(9) };

    expect(await idsIn(laggingTable([trashed], { draft: [post] }), { status: 'draft' })).toEqual([]);
    expect(await idsIn(laggingTable([trashed], { draft: [post] }), {})).toEqual([]);
    expect(await idsIn(laggingTable([post], { trash: [post] }), { trashed: true })).toEqual([]);
  });

  it('returns a post once that is in two partitions', async () => {
    const [post = aPostIn('draft')] = aged(1);

    expect(await idsIn(laggingTable([post], { draft: [post], scheduled: [post] }), {})).toEqual([post.id]);
  });

  it('omits deleted posts', async () => {
    const posts = aged(3);

    expect(await idsIn(laggingTable(posts.slice(1), { draft: posts }), {})).toHaveLength(2);
  });

  it('reads on until a page is full: omitted posts do not mean the end', async () => {
    const posts = aged(9);
    const now = posts.map((post, index) => (index % 3 === 0 ? post : { ...post, status: 'failed' as const }));
    const ids = [6, 3, 0].map((place) => posts[place]?.id);

    expect(await idsIn(laggingTable(now, { draft: posts }), { status: 'draft', limit: 3 })).toEqual(ids);
  });
});
