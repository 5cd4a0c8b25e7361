import { ApiProblemError } from '#console/session/problem.ts';

/** An error with its code and request ID. The entry screen reports a key that has ended. */
export function Failure({ error }: { readonly error: Error | null }) {
  if (!error || (error instanceof ApiProblemError && error.status === 401)) return null;
  return (
    <p role="alert" class="notice">
      {error.message}
      {error instanceof ApiProblemError && error.code !== undefined && (
        <span class="soft">
          {' '}
          <code>{error.code}</code> · request <code>{error.requestId}</code>
        </span>
      )}
    </p>
  );
}

/** Shown while the first response is on its way. */
export function Loading() {
  return (
    <p class="soft">
      <output>Loading…</output>
    </p>
  );
}

/** A state as a word with a colour that repeats its meaning. */
export function State({ name }: { readonly name: string }) {
  return <span class={`state ${name}`}>{name}</span>;
}
