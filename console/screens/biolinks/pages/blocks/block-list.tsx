import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { type Block, blocksKey, type RevisedBlocks } from '#console/screens/biolinks/pages/page-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { useCommand } from '#console/session/use-command.ts';
import { moveBlock } from './block-commands.ts';
import {
  type BlockDraft,
  draftOf,
  isComplete,
  type PreviewBlock,
  requestOf,
  summaryOf,
  typeName,
} from './block-draft.ts';
import { BlockRow } from './block-row.tsx';
import { NewBlock } from './new-block.tsx';

type Props = {
  readonly page: string;
  readonly found: RevisedBlocks;
  readonly mayWrite: boolean;
  /** Gets the blocks with the drafts that are not saved; undefined if there are none. */
  readonly onPreview: (blocks: readonly PreviewBlock[] | undefined) => void;
};

type Draft = { readonly draft: BlockDraft; readonly block: Block };
type Adding = { readonly initial?: BlockDraft };

/** The blocks of a page in their order, with the forms that edit, move and add them. */
export function BlockList({ page, found, mayWrite, onPreview }: Props) {
  const { session, queries } = useSigned();
  const { timezone } = session.me.workspace;
  const { blocks } = found;
  const { run, error } = useCommand();
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const [adding, setAdding] = useState<Adding>();
  const [added, setAdded] = useState<BlockDraft>();
  const lost = [...drafts].filter(([id]) => blocks.every((block) => block.id !== id));

  const hasDrafts = drafts.size > 0 || (adding !== undefined && added !== undefined && isComplete(added));
  const preview = hasDrafts ? shown() : undefined;

  function shown(): PreviewBlock[] {
    const saved = blocks.map((block) => {
      const draft = drafts.get(block.id)?.draft;
      return requestOf(draft && isComplete(draft) ? draft : draftOf(block, timezone), timezone);
    });
    const isAdded = adding !== undefined && added !== undefined && isComplete(added);
    return isAdded ? [...saved, requestOf(added, timezone)] : saved;
  }

  function keep(block: Block, draft: BlockDraft | undefined): void {
    setDrafts((before) => {
      const after = new Map(before);
      if (draft) after.set(block.id, { draft, block });
      else after.delete(block.id);
      return after;
    });
  }

  async function move(block: Block, position: number): Promise<void> {
    const others = blocks.filter(({ id }) => id !== block.id);
    // Shown at once; the blocks are read again after the command.
    queries.setQueryData(blocksKey(page), { ...found, blocks: others.toSpliced(position, 0, block) });
    const isDone = await run(() => moveBlock(session, page, block.id, position));
    if (!isDone) await queries.invalidateQueries({ queryKey: blocksKey(page) });
    setSaid(isDone ? `Moved to position ${position + 1} of ${blocks.length}.` : 'The block was not moved.');
  }

  return (
    <section aria-labelledby="blocks">
      <Reported value={preview} report={onPreview} />
      <h2 id="blocks">Blocks</h2>
      {blocks.length === 0 && (
        <p>The page has no blocks yet. A block is a link, a text, a picture or a video.</p>
      )}
      <ol class="rows blocks">
        {blocks.map((block, index) => (
          <BlockRow
            key={block.id}
            page={page}
            block={block}
            etag={found.etag}
            position={index}
            count={blocks.length}
            mayWrite={mayWrite}
            isChanged={drafts.has(block.id)}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={() => {
              const moved = blocks.find(({ id }) => id === dragged);
              setDragged(undefined);
              if (moved && moved.id !== block.id) void move(moved, index);
            }}
            onMove={(to) => void move(block, to)}
            onDraft={(draft) => keep(block, draft)}
          />
        ))}
      </ol>
      <output class="spoken">{said}</output>
      <Failure error={error} />
      {lost.map(([id, { draft, block }]) => (
        <Notice key={id} tone="bad" isNew>
          <p>
            Another person has deleted the block {typeName(block.type)} <bdi>{summaryOf(block)}</bdi> that you
            are editing.
          </p>
          <div class="actions">
            <Button
              label="Add it again with my changes"
              onClick={() => {
                keep(block, undefined);
                setAdding({ initial: draft });
              }}
            />
            <Button label="Discard my changes" quiet onClick={() => keep(block, undefined)} />
          </div>
        </Notice>
      ))}
      {mayWrite &&
        (adding ? (
          <NewBlock page={page} {...adding} onDraft={setAdded} onEnd={() => setAdding(undefined)} />
        ) : (
          <Button label="New block" onClick={() => setAdding({})} />
        ))}
    </section>
  );
}
