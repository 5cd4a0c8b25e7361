import { Icon } from '#console/parts/icon.tsx';
import type { Match } from './entry.ts';

/** One line of the palette: its icon, its name with the found places marked, and what kind of thing it is. */
export function Option({
  id,
  match: { entry, marks },
  isActive,
  onPoint,
  onChoose,
}: {
  readonly id: string;
  readonly match: Match;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}) {
  const { icon, name, hint, isForeign = false } = entry;
  const text = <Marked text={name} marks={marks} />;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element belongs to a select
      role="option"
      class="palette-option"
      aria-selected={isActive}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <Icon node={icon} />
      {isForeign ? <bdi class="clip">{text}</bdi> : <span class="clip">{text}</span>}
      {hint !== undefined && <span class="palette-hint clip">{hint}</span>}
    </div>
  );
}

function Marked({ text, marks }: { readonly text: string; readonly marks: Match['marks'] }) {
  const parts = marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>,
  ]);
  return (
    <>
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
