import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { BLOCK_LIMIT } from '#shared/biolinks/domain/block.ts';
import { preparePageGiven } from './sample-pages.ts';

/** Blocks that a sample may need; the page has two of them, or a form. */
export const BLOCK_GIVENS = [
  'blocks',
  'full-page',
  'large-page',
  'active-blocks',
  'signup-block',
  'blocks-and-writer',
] as const;

type BlockGiven = (typeof BLOCK_GIVENS)[number];

const LINK = { type: 'link', title: 'Sample', url: 'https://example.com/' };
/** The samples of `submit-signup` contain the version of this text. */
const SIGNUP = { type: 'signup', title: 'Sample', consent: 'I agree.' };

const responseSchema = v.object({ data: v.object({ id: v.string() }) });

export function isBlockGiven(given: string): given is BlockGiven {
  return BLOCK_GIVENS.some((each) => each === given);
}

function pageGivenOf(given: BlockGiven) {
  if (given === 'active-blocks' || given === 'signup-block') return 'active-page';
  return given === 'blocks-and-writer' ? 'active-page-and-writer' : 'page';
}

/** Creates a page with blocks through the API; returns the values of its placeholders. */
export async function prepareBlockGiven(
  running: Running,
  given: BlockGiven,
): Promise<Record<string, string>> {
  const page = await preparePageGiven(running, pageGivenOf(given));
  if (given === 'signup-block') return { ...page, blockId: await add(SIGNUP) };
  const blockId = await add();
  const otherBlockId = await add();
  if (given === 'full-page') for (let made = 2; made < BLOCK_LIMIT; made += 1) await add();
  if (given === 'large-page') await fill();
  return { ...page, blockId, otherBlockId, blocksRevision: '2' };

  /** Adds smaller and smaller blocks until the page has no room for any of them. */
  async function fill(): Promise<void> {
    const long = `https://example.com/${'x'.repeat(2000)}`;
    const sizes = [
      { type: 'image', media_url: long, alt: 'Sample', url: long },
      { type: 'text', text: 'x'.repeat(1000) },
    ];
    for (const block of sizes) while ((await send(block)).status !== 409);
  }

  async function add(block: object = LINK): Promise<string> {
    const response = await send(block);
    if (!response.ok)
      throw new Error(`POST ${response.url} returned ${response.status}: ${await response.text()}`);
    return v.parse(responseSchema, await response.json()).data.id;
  }

  function send(block: object): Promise<Response> {
    const url = `${running.baseUrl}/api/v1/biolinks/pages/${page['pageId']}/blocks`;
    const headers = { 'x-api-key': running.apiKey, 'content-type': 'application/json' };
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(block) });
  }
}
