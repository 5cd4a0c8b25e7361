import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { Field } from '#console/parts/fields/field.tsx';
import type { Choice } from '#console/parts/fields/select.tsx';
import { fromLocalTime, toLocalTime } from '#console/parts/local-time.ts';
import { useSigned } from '#console/session/context.ts';
import { FilterChip } from './filter-chip.tsx';

/** The filters of a list. They are in the URL under the names of the API's parameters, so that a link reproduces the list. */
export type Filters<Name extends string> = {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  readonly set: (name: Name, value: string) => void;
  readonly clear: () => void;
};

/** Reads the filters with these names from the URL. Other parameters, such as the view of a calendar, stay as they are. */
export function useFilters<const Name extends string>(names: readonly Name[]): Filters<Name> {
  const { query, path, route } = useLocation();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) if (query[name]) values[name] = query[name];
  function show(next: URLSearchParams): void {
    route(next.size === 0 ? path : `${path}?${next}`, true);
  }
  return {
    values,
    set(name, value) {
      const next = new URLSearchParams({ ...query, [name]: value });
      if (value === '') next.delete(name);
      show(next);
    },
    clear() {
      const next = new URLSearchParams(query);
      for (const name of names) next.delete(name);
      show(next);
    },
  };
}

/** A path of the API with the filters, for the command that repeats the request. */
export function withFilters(path: string, { values }: Pick<Filters<string>, 'values'>): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The filters of a list, each as a chip. */
export function FilterFields({
  filters,
  children,
}: {
  readonly filters: Pick<Filters<string>, 'values' | 'clear'>;
  readonly children: ComponentChildren;
}) {
  return (
    <search class="filters" aria-label="Filters">
      {children}
      {Object.keys(filters.values).length > 1 && (
        <button type="button" class="quiet small" onClick={filters.clear}>
          Clear all filters
        </button>
      )}
    </search>
  );
}

type FilterProps<Name extends string> = {
  readonly filters: Filters<Name>;
  readonly name: NoInfer<Name>;
  readonly label: string;
  readonly error: Error | null;
};

/** A filter with a list of values. A value of the URL that is not in the list is shown unchanged. */
export function ChoiceFilter<Name extends string>({
  filters,
  name,
  label,
  error,
  choices,
}: FilterProps<Name> & { readonly choices: readonly Choice[] }) {
  const value = filters.values[name];
  // With the keys, each arrow is a choice, so that only the choice of a pointer ends the dialog.
  const isByPointer = useRef(false);
  const words = choices.find(([each]) => each === value)?.[1] ?? value;
  const field = { label, pointer: `?${name}`, error };
  return (
    <FilterChip {...field} value={words} onClear={() => filters.set(name, '')}>
      {(close) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only learns how its field is used
        <div
          onPointerDown={() => (isByPointer.current = true)}
          onKeyDown={() => (isByPointer.current = false)}
        >
          <ChoiceField
            {...field}
            value={value ?? ''}
            choices={[['', 'all'], ...choices]}
            onValue={(chosen) => {
              filters.set(name, chosen);
              if (isByPointer.current) close();
            }}
          />
        </div>
      )}
    </FilterChip>
  );
}

/** A filter with a text, which applies when the person leaves the field or presses Enter. */
export function TextFilter<Name extends string>({ filters, name, label, error }: FilterProps<Name>) {
  const value = filters.values[name];
  const [draft, setDraft] = useDraft(value ?? '');
  const field = { label, pointer: `?${name}`, error };
  const apply = () => draft.trim() !== (value ?? '') && filters.set(name, draft.trim());
  return (
    <FilterChip {...field} value={value} onClear={() => filters.set(name, '')} onClose={apply}>
      {(close) => (
        <Field {...field}>
          {(control) => (
            <input
              {...control}
              type="search"
              autocomplete="off"
              spellcheck={false}
              value={draft}
              onInput={({ currentTarget }) => setDraft(currentTarget.value)}
              onChange={apply}
              onKeyDown={(event) => closesByEnter(event, close)}
            />
          )}
        </Field>
      )}
    </FilterChip>
  );
}

/** A filter with a time in the time zone of the workspace. */
export function TimeFilter<Name extends string>({ filters, name, label, error }: FilterProps<Name>) {
  const { timezone } = useSigned().session.me.workspace;
  const value = filters.values[name];
  const shown = shownTime(value, timezone);
  const [draft, setDraft] = useDraft(shown);
  const field = { label, pointer: `?${name}`, error };
  return (
    <FilterChip
      {...field}
      value={value === undefined ? undefined : shown.replace('T', ' ') || value}
      onClear={() => filters.set(name, '')}
    >
      {(close) => (
        <Field {...field} hint={timezone}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={draft}
              onInput={({ currentTarget }) => setDraft(currentTarget.value)}
              onChange={({ currentTarget }) =>
                filters.set(name, fromLocalTime(currentTarget.value, timezone))
              }
              onKeyDown={(event) => closesByEnter(event, close)}
            />
          )}
        </Field>
      )}
    </FilterChip>
  );
}

/** Enter applies the field by closing its dialog. The chip, which has the focus then, must not get the same key press. */
function closesByEnter(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  close();
}

/** The text that a person types, until the filter changes. A new read of the list must not change this text. */
function useDraft(value: string) {
  const draft = useState(value);
  const [, setDraft] = draft;
  useEffect(() => setDraft(value), [value]);
  return draft;
}

/** The time of a filter; empty if the URL has another text, which the API reports. */
function shownTime(value: string | undefined, timezone: string): string {
  const at = Date.parse(value ?? '');
  return Number.isNaN(at) ? '' : toLocalTime(at, timezone);
}

/** The choices of a filter. `Value` is the type of the parameter, so that no value of the API is missing and none is wrong. */
export function choicesOf<Value extends string>(labels: Readonly<Record<Value, string>>): readonly Choice[] {
  return Object.entries<string>(labels);
}
