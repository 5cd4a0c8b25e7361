import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { issuesAt } from '#console/session/problem.ts';
import { ConditionRow } from './condition-row.tsx';
import type { EventField } from './event-fields.ts';
import {
  asConditions,
  asJson,
  type Condition,
  EMPTY_CONDITION,
  type FilterDraft,
  placesOf,
  pointerTo,
  readDraft,
} from './filter-draft.ts';
import { FilterText } from './filter-text.tsx';

type Editing = {
  readonly draft: FilterDraft;
  readonly fields: readonly EventField[];
  /** Where the request has the filter, such as `#/subscriptions/0/filter`. */
  readonly pointer: string;
  readonly error: Error | null;
  readonly onChange: (draft: FilterDraft) => void;
};

/** Edits the filter of one subscription: conditions that must all match, or JSON. `title` is the subscription for people. */
export function FilterEditor({
  name,
  title,
  isFolded,
  onRemove,
  ...editing
}: Editing & {
  readonly name: string;
  readonly title: string;
  /** Whether only the sentence of the filter is shown at first. */
  readonly isFolded: boolean;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const { draft, pointer, error, onChange } = editing;
  const [isOpen, setOpen] = useState(!isFolded);
  const isJson = draft.text !== undefined;
  const inBuilder = asConditions(draft);
  const read = readDraft(draft);
  const hasIssues = issuesAt(error, pointer).length > 0;
  // Before the form moves the focus to its first error.
  useLayoutEffect(() => {
    if (hasIssues) setOpen(true);
  }, [hasIssues]);

  return (
    <details
      class="folded"
      data-filter={name}
      open={isOpen || hasIssues}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Filter of <bdi>{title}</bdi>
        {'filter' in read && read.filter && (
          <>
            {': only if '}
            <FilterText filter={read.filter} />
          </>
        )}
      </summary>
      <fieldset aria-label={`Filter of ${title}`}>
        {isJson ? <JsonText {...editing} /> : <Builder {...editing} />}
        <div class="actions">
          <CheckField
            checked={isJson}
            disabled={isJson && !inBuilder}
            aria-describedby={isJson && !inBuilder ? `${id}-only` : undefined}
            onCheck={() => onChange(isJson ? (inBuilder ?? draft) : asJson(draft))}
          >
            Edit as JSON
          </CheckField>
          <Button
            label="Remove the filter"
            quiet
            aria-label={`Remove the filter of ${title}`}
            onClick={onRemove}
          />
        </div>
        {isJson && !inBuilder && (
          <p id={`${id}-only`} class="soft">
            The list of conditions cannot show this text.
          </p>
        )}
      </fieldset>
    </details>
  );
}

/** The conditions, all of which must match. */
function Builder({ draft, fields, pointer, error, onChange }: Editing) {
  const { conditions } = draft;
  const places = placesOf(conditions);
  const list = useRef<HTMLDivElement>(null);
  /** What gets the focus after a row was added or removed. */
  const focus = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (focus.current !== undefined) list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  }, [conditions.length]);

  const set = (changed: readonly Condition[]): void => onChange({ conditions: changed, text: undefined });
  return (
    <div ref={list} class="conditions">
      <p class="soft">
        {conditions.length === 0
          ? 'Without a condition, the endpoint receives every event.'
          : 'The endpoint receives an event only if all conditions match.'}
      </p>
      {conditions.map((condition, index) => (
        <ConditionRow
          key={index}
          number={index + 1}
          condition={condition}
          fields={fields}
          pointer={pointer}
          place={places[index]}
          error={error}
          onChange={(changed) => set(conditions.with(index, changed))}
          onRemove={() => {
            focus.current = 'button.add';
            set(conditions.toSpliced(index, 1));
          }}
        />
      ))}
      <FieldErrors
        pointer={pointer}
        error={error}
        except={places.flatMap((place) => (place ? [pointerTo(pointer, place.slice(0, -1))] : []))}
      />
      <Button
        label="Add a condition"
        quiet
        mark="add"
        onClick={() => {
          focus.current = '.condition:last-of-type select';
          set([...conditions, EMPTY_CONDITION]);
        }}
      />
    </div>
  );
}

/** The filter as JSON. A text that is not a filter shows an error while the person types. */
function JsonText({ draft, pointer, error, onChange }: Editing) {
  const id = useId();
  const text = draft.text ?? '';
  const read = readDraft(draft);
  const problem = 'problem' in read ? read.problem : undefined;
  const issues = issuesAt(error, pointer);
  const isWrong = problem !== undefined || issues.length > 0;
  return (
    <div class="field">
      <label htmlFor={id}>Filter as JSON</label>
      <span id={`${id}-hint`} class="soft">
        The{' '}
        <a href="/docs/webhooks" target="_blank" rel="noreferrer">
          webhook guide
        </a>{' '}
        lists the operators, also <code>$or</code> and <code>$not</code>.
      </span>
      <textarea
        id={id}
        class="code"
        rows={8}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={`${id}-hint ${id}-problem ${id}-error`}
        aria-invalid={isWrong ? true : undefined}
        value={text}
        onInput={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
      />
      <output id={`${id}-problem`} class="errors">
        {problem}
      </output>
      <FieldErrors id={`${id}-error`} pointer={pointer} error={error} isPlaced />
    </div>
  );
}
