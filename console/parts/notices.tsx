import type { Query } from '@tanstack/query-core';
import { useSigned } from '#console/session/context.ts';
import { ApiProblemError, issuesElsewhere } from '#console/session/problem.ts';
import { Button } from './button.tsx';
import { Notice } from './feedback/notice.tsx';
import { Skeleton } from './feedback/skeleton.tsx';

/**
 * An error with its code and request ID, and a button that repeats the read if a read has failed. The entry screen reports a key that has ended. `fields` are the pointers of the fields that
 * show their own validation errors; the others are listed here.
 */
export function Failure({
  error,
  fields = [],
}: {
  readonly error: Error | null;
  readonly fields?: readonly string[];
}) {
  const { queries } = useSigned();
  if (!error || (error instanceof ApiProblemError && error.status === 401)) return null;
  const others = issuesElsewhere(error, fields);
  const failed = { predicate: ({ state }: Query) => state.error === error };
  const isRead = queries.getQueryCache().findAll(failed).length > 0;
  return (
    <Notice tone="bad" isNew>
      {error.message}
      {error instanceof ApiProblemError && error.code !== undefined && (
        <span class="soft">
          {' '}
          <code>{error.code}</code> · request <code>{error.requestId}</code>
        </span>
      )}
      {others.length > 0 && (
        <ul>
          {others.map(({ pointer, parameter, header, code, detail }) => (
            <li key={`${pointer} ${parameter} ${header} ${code}`}>
              <code>{pointer ?? parameter ?? header}</code>: {detail}
            </li>
          ))}
        </ul>
      )}
      {isRead && (
        <div class="actions">
          <Button label="Try again" quiet onClick={() => void queries.refetchQueries(failed)} />
        </div>
      )}
    </Notice>
  );
}

/** Shown in a sentence or a dialog while the first response is on its way. Content of a known form has a skeleton. */
export function Loading() {
  return (
    <p class="soft">
      <output>Loading…</output>
    </p>
  );
}

/** Why a read has failed, or the place of what its first response will show. */
export function ReadState({
  data,
  error,
  of = 'card',
}: {
  readonly data: unknown;
  readonly error: Error | null;
  /** What the response will be shown as. */
  readonly of?: Parameters<typeof Skeleton>[0]['of'];
}) {
  return (
    <>
      <Failure error={error} />
      {!data && !error && <Skeleton of={of} />}
    </>
  );
}

/** Shown while a request is on its way for longer than a second: the stylesheet delays it. */
export function Progress({ isBusy }: { readonly isBusy: boolean }) {
  return isBusy ? <progress class="late" aria-label="Waiting for the API" /> : null;
}

/** After an edit. */
export function Saved() {
  return <output>The changes are saved.</output>;
}
