import { type Block, readBlocks } from '#console/screens/biolinks/pages/page-reads.ts';
import { ApiProblemError, bodyOf, revisionOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import type { BlockChanges } from './block-draft.ts';

const BLOCK = '/api/v1/biolinks/pages/{page}/blocks/{block}';
const ORDER = '/api/v1/biolinks/pages/{page}/blocks/order';
/** All blocks of a page share one revision, so a command competes with those on other blocks. */
const ATTEMPTS = 5;

/**
 * Edits a block, unless another person has changed this block since the person saw it. Changes of other blocks are no conflict.
 * @throws ApiProblemError `revision_mismatch`
 */
export function saveBlock(
  session: Pick<Session, 'api'>,
  page: string,
  seen: Block,
  body: BlockChanges,
): Promise<Block> {
  return repeated(async () => {
    const { blocks, etag } = await readBlocks(session, page);
    const current = blocks.find(({ id }) => id === seen.id);
    if (current && current.updated_at !== seen.updated_at)
      throw new ApiProblemError(409, {
        code: 'revision_mismatch',
        detail: 'Another person has changed the block.',
      });
    const params = { path: { page, block: seen.id }, header: { 'If-Match': etag } };
    return (await revisionOf(session.api.PATCH(BLOCK, { params, body }))).data;
  });
}

/** Moves a block to a position, whatever other persons add, move or delete in the meantime. */
export function moveBlock(
  session: Pick<Session, 'api'>,
  page: string,
  block: string,
  position: number,
): Promise<unknown> {
  return repeated(async () => {
    const { blocks, etag } = await readBlocks(session, page);
    const others = blocks.map(({ id }) => id).filter((id) => id !== block);
    // Another person has deleted the block.
    if (others.length === blocks.length) return undefined;
    const params = { path: { page }, header: { 'If-Match': etag } };
    const ids = others.toSpliced(position, 0, block);
    return bodyOf(session.api.PUT(ORDER, { params, body: { ids } }));
  });
}

async function repeated<T>(command: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await command();
    } catch (error) {
      const isOutdated = error instanceof ApiProblemError && error.status === 412;
      if (!isOutdated || attempt === ATTEMPTS) throw error;
    }
  }
}
