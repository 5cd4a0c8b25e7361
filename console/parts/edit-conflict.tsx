import { Button } from './button.tsx';
import { type ComparedField, hasSame } from './compared-field.ts';
import { Fact } from './facts.tsx';
import { Notice } from './feedback/notice.tsx';

type Props<D> = {
  /** What another person has changed, such as `the settings`. */
  readonly thing: string;
  readonly fields: readonly ComparedField<D>[];
  /** The draft that the person began to edit, with and without the changes, and the current one. */
  readonly base: D;
  readonly mine: D;
  readonly theirs: D;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
};

/** What another person has saved in the meantime, and a choice between both edits. */
export function EditConflict<D>({ thing, fields, base, mine, theirs, onKeepMine, onTakeTheirs }: Props<D>) {
  const differing = fields.filter(
    (field) =>
      !hasSame(field, base, theirs) || (!hasSame(field, base, mine) && !hasSame(field, mine, theirs)),
  );
  return (
    <Notice tone="warn" isNew>
      <p>Another person has changed {thing}. Your changes are based on an earlier version.</p>
      <dl>
        {differing.map((field) => (
          <Fact key={field.label} name={field.label}>
            now <bdi>{shown(field.textOf(theirs))}</bdi>
            {!hasSame(field, base, mine) && (
              <>
                , yours <bdi>{shown(field.textOf(mine))}</bdi>
              </>
            )}
          </Fact>
        ))}
      </dl>
      <div class="actions">
        <Button label="Keep my changes" onClick={onKeepMine} />
        <Button label="Use the other version" quiet onClick={onTakeTheirs} />
      </div>
    </Notice>
  );
}

function shown(text: string): string {
  return text === '' ? 'empty' : text;
}
