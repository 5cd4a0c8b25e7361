import { useLayoutEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { pointerTo } from '#console/screens/webhooks/event-filters/filter-draft.ts';
import { issuesAt } from '#console/session/problem.ts';
import { EMPTY_ROW, type HeaderDraft, type HeaderRow, MAX_HEADERS, repeatedName } from './header-draft.ts';

type Props = {
  readonly draft: HeaderDraft;
  /** The names of the request headers that the endpoint has. */
  readonly current: readonly string[];
  /** Whether the new URL has another origin. An edit never sends stored values to another origin. */
  readonly isMoved: boolean;
  readonly error: Error | null;
  readonly onChange: (draft: HeaderDraft) => void;
};

/** The request headers of the endpoint. Nobody can read the values of existing headers, so new headers replace all. */
export function HeaderFields({ draft, current, isMoved, error, onChange }: Props) {
  const id = useId();
  const section = useRef<HTMLFieldSetElement>(null);
  /** What gets the focus after a row was added or removed. */
  const focus = useRef<string | undefined>(undefined);
  const rows = draft ?? [];
  const repeated = repeatedName(draft);
  useLayoutEffect(() => {
    if (focus.current !== undefined) section.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  });

  function set(next: HeaderDraft, target: string): void {
    focus.current = target;
    onChange(next);
  }

  return (
    <fieldset ref={section} aria-describedby={`${id}-hint`}>
      <legend>Request headers (optional)</legend>
      <p id={`${id}-hint`} class="soft">
        Each request to the endpoint has these headers, such as a header with the API key of your gateway.
        Values are encrypted, and nobody can read them again.
      </p>
      {draft === null && current.length > 0 && (
        <>
          <ul aria-label="Current headers">
            {current.map((name) => (
              <li key={name}>
                <code>{name}</code>: <span class="soft">hidden value</span>
              </li>
            ))}
          </ul>
          {isMoved && (
            <Notice tone="warn">
              The URL has another origin (scheme, host or port). Enter the headers again, or remove them.
              Otherwise everyone who can edit the endpoint could send the values to another server.
            </Notice>
          )}
        </>
      )}
      {draft !== null && current.length > 0 && (
        <p>
          {rows.length === 0
            ? 'Saving removes all request headers of the endpoint.'
            : 'Saving replaces all request headers of the endpoint, so enter the value of each header.'}
        </p>
      )}
      {rows.map((row, index) => (
        <Row
          key={index}
          number={index + 1}
          row={row}
          isRepeated={row.name === repeated}
          error={error}
          onChange={(changed) => onChange(rows.with(index, changed))}
          onRemove={() => set(rows.toSpliced(index, 1), 'button.add')}
        />
      ))}
      <FieldErrors
        pointer="#/headers"
        error={error}
        except={rows.map(({ name }) => pointerTo('#/headers', [name]))}
      />
      <div class="actions">
        {draft === null && current.length > 0 ? (
          <>
            <Button
              label="Replace the headers"
              quiet
              onClick={() =>
                set(
                  current.map((name) => ({ name, value: '' })),
                  '.header input[type=password]',
                )
              }
            />
            <Button label="Remove all headers" quiet onClick={() => set([], 'button.keep')} />
          </>
        ) : (
          <Button
            label="Add a header"
            quiet
            mark="add"
            disabled={rows.length >= MAX_HEADERS}
            onClick={() => set([...rows, EMPTY_ROW], '.header:last-of-type input')}
          />
        )}
        {draft !== null && current.length > 0 && (
          <Button label="Keep the current headers" quiet mark="keep" onClick={() => set(null, 'button')} />
        )}
      </div>
    </fieldset>
  );
}

/** One header. Its value is hidden until the person shows it. */
function Row({
  number,
  row,
  isRepeated,
  error,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly row: HeaderRow;
  readonly isRepeated: boolean;
  readonly error: Error | null;
  readonly onChange: (row: HeaderRow) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const pointer = pointerTo('#/headers', [row.name]);
  const codes = issuesAt(error, pointer).map(({ code }) => code);
  const isValueWrong = codes.includes('header_value_invalid') || codes.includes('invalid_type');
  const isNameWrong = isRepeated || (codes.length > 0 && !isValueWrong);
  const described = `${id}-repeated ${id}-error`;
  return (
    <fieldset class="condition header" aria-label={`Header ${number}`}>
      <div class="field">
        <label htmlFor={`${id}-name`}>Header name</label>
        <input
          id={`${id}-name`}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={described}
          aria-invalid={isNameWrong ? true : undefined}
          value={row.name}
          onInput={({ currentTarget }) => onChange({ ...row, name: currentTarget.value.trim() })}
        />
      </div>
      <div class="field wide">
        <label htmlFor={`${id}-value`}>Header value</label>
        <div class="beside-button">
          <input
            id={`${id}-value`}
            {...(isShown ? { type: 'text' as const } : { type: 'password' as const })}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-describedby={described}
            aria-invalid={isValueWrong ? true : undefined}
            value={row.value}
            onInput={({ currentTarget }) => onChange({ ...row, value: currentTarget.value })}
          />
          <Button
            label="Show"
            quiet
            aria-pressed={isShown}
            aria-label={`Show the value of header ${number}`}
            onClick={() => setShown(!isShown)}
          />
        </div>
      </div>
      <Button label="Remove" quiet aria-label={`Remove header ${number}`} onClick={onRemove} />
      <div class="whole">
        {isRepeated && (
          <p id={`${id}-repeated`} class="errors">
            Two headers have this name.
          </p>
        )}
        <FieldErrors id={`${id}-error`} pointer={pointer} error={error} />
      </div>
    </fieldset>
  );
}
