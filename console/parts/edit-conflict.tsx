import { type ComparedField, hasSame } from './compared-field.ts';

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
    <div class="notice" role="alert">
      <p>Another person has changed {thing}. Your changes are based on an earlier version.</p>
      <dl>
        {differing.map((field) => (
          <>
            <dt key={`${field.label} name`}>{field.label}</dt>
            <dd key={field.label}>
              now <bdi>{shown(field.textOf(theirs))}</bdi>
              {!hasSame(field, base, mine) && (
                <>
                  , yours <bdi>{shown(field.textOf(mine))}</bdi>
                </>
              )}
            </dd>
          </>
        ))}
      </dl>
      <div class="actions">
        <button type="button" onClick={onKeepMine}>
          Keep my changes
        </button>
        <button type="button" class="quiet" onClick={onTakeTheirs}>
          Use the other version
        </button>
      </div>
    </div>
  );
}

function shown(text: string): string {
  return text === '' ? 'empty' : text;
}
