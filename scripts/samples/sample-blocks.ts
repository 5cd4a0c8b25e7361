import * as v from 'valibot';
import type { Running } from '#scripts/running.ts';
import { BLOCK_LIMIT } from '#shared/biolinks/domain/block.ts';
import { preparePageGiven } from './sample-pages.ts';

/** Blocks that a sample may need; the page has two of them. */
export const BLOCK_GIVENS = ['blocks', 'full-page', 'blocks-and-writer'] as const;

type BlockGiven = (typeof BLOCK_GIVENS)[number];

const responseSchema = v.object({ data: v.object({ id: v.string() }) });

export function isBlockGiven(given: string): given is BlockGiven {
  return BLOCK_GIVENS.some((each) => each === given);
}

/** Creates a page with blocks through the API; returns the values of its placeholders. */
export async function prepareBlockGiven(
  running: Running,
  given: BlockGiven,
): Promise<Record<string, string>> {
  const page = await preparePageGiven(
    running,
    given === 'blocks-and-writer' ? 'active-page-and-writer' : 'page',
  );
  const blockId = await add();
  const otherBlockId = await add();
  if (given === 'full-page') for (let made = 2; made < BLOCK_LIMIT; made += 1) await add();
  return { ...page, blockId, otherBlockId, blocksRevision: '2' };

  async function add(): Promise<string> {
    const url = `${running.baseUrl}/api/v1/biolinks/pages/${page['pageId']}/blocks`;
    const headers = { 'x-api-key': running.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'link', title: 'Sample', url: 'https://example.com/' });
    const response = await fetch(url, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`POST ${url} returned ${response.status}: ${await response.text()}`);
    return v.parse(responseSchema, await response.json()).data.id;
  }
}
