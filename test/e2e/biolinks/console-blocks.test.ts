import { describe, expect, it } from 'vitest';
import { createClient } from '#clients/typescript/client.ts';
import { moveBlock, saveBlock } from '#console/screens/biolinks/pages/blocks/block-commands.ts';
import { readBlocks } from '#console/screens/biolinks/pages/page-reads.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';

const header = (title: string) => ({ type: 'header', title }) as const;

describe('the commands of the console on blocks', () => {
  const stack = forAllTests(shareStack);
  const admin = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  /** The client that the console uses. */
  const session = forAllTests(() => ({
    api: createClient({ baseUrl: stack.baseUrl, apiKey: stack.apiKey, idempotencyKey: false }),
  }));

  async function pageWith(...titles: string[]) {
    const page = await publishPage(
      admin,
      `blocks-${crypto.randomUUID().slice(0, 8)}`,
      {},
      titles.map(header),
    );
    return { page, blocks: (await readBlocks(session, page)).blocks };
  }

  async function titlesOf(page: string) {
    const { blocks } = await readBlocks(session, page);
    return blocks.map((block) => ('title' in block ? block.title : ''));
  }

  it('edit different blocks at the same time', async () => {
    const { page, blocks } = await pageWith('a', 'b', 'c');
    await Promise.all(
      blocks.map((block, index) => saveBlock(session, page, block, { title: `edited ${index}` })),
    );

    expect(await titlesOf(page)).toEqual(['edited 0', 'edited 1', 'edited 2']);
  });

  it('do not edit a block that has changed since the person saw it', async () => {
    const { page, blocks } = await pageWith('a');
    const [seen] = blocks;
    if (!seen) throw new Error('The page has a block');
    await saveBlock(session, page, seen, { title: 'theirs' });

    await expect(saveBlock(session, page, seen, { title: 'mine' })).rejects.toMatchObject({
      code: 'revision_mismatch',
    });
    expect(await titlesOf(page)).toEqual(['theirs']);
  });

  it('move a block while others are moved and deleted', async () => {
    const { page, blocks } = await pageWith('a', 'b', 'c', 'd');
    const [first, second, third] = blocks.map(({ id }) => id);
    const gone = { params: { path: { page, block: second ?? '' } } };
    await Promise.all([
      moveBlock(session, page, first ?? '', 3),
      moveBlock(session, page, third ?? '', 0),
      admin.DELETE('/api/v1/biolinks/pages/{page}/blocks/{block}', gone),
    ]);
    expect(await titlesOf(page)).toHaveLength(3);
    expect((await titlesOf(page))[0]).toBe('c');

    await moveBlock(session, page, second ?? '', 0);
    expect((await titlesOf(page))[0]).toBe('c');
  });
});
