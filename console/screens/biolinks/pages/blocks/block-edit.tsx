import { EditForm } from '#console/parts/edit-form.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { type Block, blocksKey, pagePath, readBlocks } from '#console/screens/biolinks/pages/page-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { saveBlock } from './block-commands.ts';
import {
  BLOCK_FIELDS,
  type BlockChanges,
  type BlockDraft,
  changesIn,
  COMPARED_FIELDS,
  draftOf,
} from './block-draft.ts';
import { BlockFields } from './block-fields.tsx';

/** A block, with its last change as its revision: the blocks of a page have only a common one. */
type RevisedBlock = { readonly block: Block; readonly etag: string };

/** The form of a block. `onDraft` gets the draft while it differs from what is saved, and undefined otherwise. */
export function BlockEdit({
  page,
  block,
  etag,
  onDraft,
}: {
  readonly page: string;
  readonly block: Block;
  /** The revision of the blocks. */
  readonly etag: string;
  readonly onDraft: (draft: BlockDraft | undefined) => void;
}) {
  const { session, queries } = useSigned();
  const { timezone } = session.me.workspace;
  return (
    <EditForm<RevisedBlock, BlockDraft, BlockChanges>
      thing="the block"
      path={`${pagePath(page)}/blocks/${block.id}`}
      found={revised(block)}
      editing={{
        draftOf: (found) => draftOf(found.block, timezone),
        changesOf: changesIn(timezone),
        queryKey: ['page-block', page, block.id],
        async read() {
          const read = await readBlocks(session, page);
          queries.setQueryData(blocksKey(page), read);
          return revised(read.blocks.find(({ id }) => id === block.id) ?? block);
        },
        save: async (seen, changes) =>
          revised(await saveBlock(session, page, { ...block, updated_at: seen }, changes)),
      }}
      compared={COMPARED_FIELDS}
      errorFields={BLOCK_FIELDS}
      ifMatch={etag}
    >
      {({ draft, changes, ...fields }) => (
        <>
          <Reported value={Object.keys(changes).length > 0 ? draft : undefined} report={onDraft} />
          <BlockFields draft={draft} {...fields} />
        </>
      )}
    </EditForm>
  );
}

function revised(block: Block): RevisedBlock {
  return { block, etag: block.updated_at };
}
