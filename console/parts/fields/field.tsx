import { CircleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from '#console/parts/icon.tsx';
import { ApiProblemError, issuesAt } from '#console/session/problem.ts';

/** What a control needs to belong to its label and its errors. */
export type ControlAttributes = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

export type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The field of the request or of the query, such as `#/url`. */
  readonly pointer: string;
  /** The error of the request, of which the field shows its validation errors. */
  readonly error: Error | null;
};

/** A labelled control of a form. The validation errors that the API returned for it replace its hint. */
export function Field({
  label,
  hint,
  pointer,
  error,
  children,
}: FieldProps & { readonly children: (control: ControlAttributes) => ComponentChildren }) {
  const id = useId();
  const hasIssues = issuesAt(error, pointer).length > 0;
  const described = hasIssues ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': hasIssues ? true : undefined,
      })}
      <FieldErrors id={`${id}-error`} pointer={pointer} error={error} />
      {hint !== undefined && (
        <span id={`${id}-hint`} class="help" hidden={hasIssues}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** For a form: after an error, the focus moves to the first field that has one. */
export function useFocusOnError(error: Error | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return form;
}

/** The validation errors of a field, each with its code, and the ID of the request. */
export function FieldErrors({
  id,
  pointer,
  error,
  isWhole = false,
  except = [],
  isPlaced = false,
}: {
  readonly id?: string;
  readonly pointer: string;
  readonly error: Error | null;
  /** Whether the parts of the field show their own errors. */
  readonly isWhole?: boolean;
  /** The parts that show their own errors. */
  readonly except?: readonly string[];
  /** Whether an error names its place in the field, because the field shows all of them at one control. */
  readonly isPlaced?: boolean;
}) {
  const issues = issuesAt(error, pointer, except).filter((issue) => !isWhole || issue.pointer === pointer);
  if (issues.length === 0 || !(error instanceof ApiProblemError)) return null;
  return (
    <ul id={id} class="errors">
      {issues.map((issue) => (
        <li key={`${issue.pointer} ${issue.code}`}>
          <Icon node={CircleAlert} size="s" />
          <span>
            {isPlaced && <Place of={issue.pointer} within={pointer} />}
            {issue.detail}{' '}
            <span class="soft">
              <code>{issue.code}</code>
              {error.requestId !== undefined && (
                <>
                  {' '}
                  · request <code>{error.requestId}</code>
                </>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The names that lead from a field to a part of it, such as `order.total › $gte`. */
function Place({ of: pointer = '', within }: { readonly of: string | undefined; readonly within: string }) {
  const names = pointer.slice(within.length).split('/').filter(Boolean);
  if (names.length === 0) return null;
  const path = names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  return (
    <>
      <code>{path.join(' › ')}</code>:{' '}
    </>
  );
}
