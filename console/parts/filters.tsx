import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { useSigned } from '#console/session/context.ts';
import { ChoiceField } from './fields/choice-field.tsx';
import { Field } from './fields/field.tsx';
import type { Choice } from './fields/select.tsx';
import { fromLocalTime, toLocalTime } from './local-time.ts';

/** The filters of a list. They are in the URL under the names of the API's parameters, so that a link reproduces the list. */
export type Filters<Name extends string> = {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  readonly set: (name: Name, value: string) => void;
};

/** Reads the filters with these names from the URL. Other parameters, such as the view of a calendar, stay as they are. */
export function useFilters<const Name extends string>(names: readonly Name[]): Filters<Name> {
  const { query, path, route } = useLocation();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) if (query[name]) values[name] = query[name];
  return {
    values,
    set(name, value) {
      const next = new URLSearchParams({ ...query, [name]: value });
      if (value === '') next.delete(name);
      route(next.size === 0 ? path : `${path}?${next}`, true);
    },
  };
}

/** A path of the API with the filters, for the command that repeats the request. */
export function withFilters(path: string, { values }: Pick<Filters<string>, 'values'>): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The fields of the filters. On a phone they are folded, so that the list is on the first screen, unless a filter is set. */
export function FilterFields({
  filters,
  children,
}: {
  readonly filters: Pick<Filters<string>, 'values'>;
  readonly children: ComponentChildren;
}) {
  const isSet = Object.keys(filters.values).length > 0;
  const [isOpen, setOpen] = useState(() => isSet || matchMedia('(width >= 40rem)').matches);
  // Clearing the last filter does not close the fields under the hands of the person.
  useEffect(() => setOpen((was) => was || isSet), [isSet]);
  return (
    <details class="folded" open={isOpen}>
      <summary>Filters</summary>
      <search class="filters">{children}</search>
    </details>
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
  return (
    <ChoiceField
      label={label}
      pointer={`?${name}`}
      error={error}
      value={filters.values[name] ?? ''}
      choices={[['', 'all'], ...choices]}
      onValue={(value) => filters.set(name, value)}
    />
  );
}

/** A filter with a text, which applies when the person leaves the field or presses Enter. */
export function TextFilter<Name extends string>({ filters, name, label, error }: FilterProps<Name>) {
  const [draft, setDraft] = useDraft(filters.values[name] ?? '');
  return (
    <Field label={label} pointer={`?${name}`} error={error}>
      {(control) => (
        <input
          {...control}
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onChange={({ currentTarget }) => filters.set(name, currentTarget.value.trim())}
        />
      )}
    </Field>
  );
}

/** A filter with a time in the time zone of the workspace. */
export function TimeFilter<Name extends string>({ filters, name, label, error }: FilterProps<Name>) {
  const { timezone } = useSigned().session.me.workspace;
  const [draft, setDraft] = useDraft(shownTime(filters.values[name], timezone));
  return (
    <Field label={label} hint={timezone} pointer={`?${name}`} error={error}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onChange={({ currentTarget }) => filters.set(name, fromLocalTime(currentTarget.value, timezone))}
        />
      )}
    </Field>
  );
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
