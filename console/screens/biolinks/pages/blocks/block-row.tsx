import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { AskedCommand } from '#console/parts/command.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import type { Block } from '#console/screens/biolinks/pages/page-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { deletion } from '#console/session/problem.ts';
import { type BlockDraft, summaryOf, typeName } from './block-draft.ts';
import { BlockEdit } from './block-edit.tsx';

/** A block with its form, which keeps its changes while it is closed. */
export function BlockRow({
  page,
  block,
  etag,
  position,
  count,
  mayWrite,
  isChanged,
  dragged,
  onDrag,
  onDrop,
  onMove,
  onDraft,
}: {
  readonly page: string;
  readonly block: Block;
  readonly etag: string;
  readonly position: number;
  readonly count: number;
  readonly mayWrite: boolean;
  /** Whether the form has changes that are not saved. */
  readonly isChanged: boolean;
  /** The block that the person drags. */
  readonly dragged: string | undefined;
  readonly onDrag: (block: string | undefined) => void;
  readonly onDrop: () => void;
  readonly onMove: (position: number) => void;
  readonly onDraft: (draft: BlockDraft | undefined) => void;
}) {
  const { api } = useSigned().session;
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const params = { path: { page, block: block.id } };
  const name = `${typeName(block.type)} ${summaryOf(block)}`.trim();

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- buttons move the block without a mouse
    <li
      class={isOver && dragged !== block.id ? 'over' : undefined}
      draggable={mayWrite && !isOpen}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', block.id);
        onDrag(block.id);
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <span class="soft">{typeName(block.type)}</span>
      <bdi class="summary">{summaryOf(block)}</bdi>
      <BlockVisibility block={block} />
      {isChanged && <State name="not_saved" />}
      {mayWrite && (
        <span class="actions">
          <Button
            label="↑"
            quiet
            aria-label={`Move up: ${name}`}
            disabled={position === 0}
            onClick={() => onMove(position - 1)}
          />
          <Button
            label="↓"
            quiet
            aria-label={`Move down: ${name}`}
            disabled={position === count - 1}
            onClick={() => onMove(position + 1)}
          />
          <Button
            label={isOpen ? 'Close' : 'Edit'}
            quiet
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Edit'}: ${name}`}
            onClick={() => {
              setOpen(!isOpen);
              setWasOpen(true);
            }}
          />
          <AskedCommand
            label="Delete"
            isFinal
            title="Delete the block?"
            send={() => deletion(api.DELETE('/api/v1/biolinks/pages/{page}/blocks/{block}', { params }))}
          >
            <p>
              The {typeName(block.type)} <bdi>{summaryOf(block)}</bdi> is deleted permanently. The analytics
              then list its clicks as “a deleted block”.
            </p>
          </AskedCommand>
        </span>
      )}
      {wasOpen && (
        <div class="whole" hidden={!isOpen}>
          <BlockEdit page={page} block={block} etag={etag} onDraft={onDraft} />
        </div>
      )}
    </li>
  );
}

/** When visitors see a block, unless they always do. */
function BlockVisibility({ block }: { readonly block: Block }) {
  const { visible, starts_at: startsAt, ends_at: endsAt } = block;
  if (!visible) return <State name="hidden" />;
  const now = Date.now();
  if (startsAt !== null && Date.parse(startsAt) > now)
    return (
      <span class="soft">
        visible from <When at={startsAt} />
      </span>
    );
  if (endsAt === null) return null;
  return (
    <span class="soft">
      {Date.parse(endsAt) > now ? 'visible until' : 'hidden since'} <When at={endsAt} />
    </span>
  );
}
