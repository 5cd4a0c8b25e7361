import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Skeleton } from '#console/parts/feedback/skeleton.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { isShownAt } from '#console/session/problem.ts';
import { type Column, DataTable } from './data-table.tsx';
import type { Page } from './pages.ts';
import { usePlace } from './place.ts';
import { useNear } from './use-near.ts';
import { usePages } from './use-pages.ts';

/** The next page is read when the end of the list is this close to the window. */
const READ_AHEAD = '800px';

type Props<T> = {
  /** What the list contains, such as `deliveries`, for the button and for screen readers. */
  readonly name: string;
  readonly queryKey: readonly (string | undefined)[];
  readonly read: (cursor?: string) => Promise<Page<T>>;
  readonly columns: readonly Column<T>[];
  /** Shown instead of an empty list. */
  readonly empty: ComponentChildren;
  /** How often the first page is read again. */
  readonly refetchMs?: number;
  /** Pointers of the fields that show their own validation errors. */
  readonly errorFields?: readonly string[];
  /** Whether scrolling reads the next page after this one. Otherwise only the button does, because such a page costs many reads. */
  readonly goesOn?: (last: Page<T>) => boolean;
  /** The text after a page at which scrolling stops to read. */
  readonly note?: (last: Page<T>) => ComponentChildren;
};

/**
 * A list of the API, newest first. It reads the next page while the person scrolls, or by a button. The way back to the list shows the same
 * rows at the same place.
 */
export function LongList<T extends { readonly id: string }>(props: Props<T>) {
  return <Rows key={JSON.stringify(props.queryKey)} {...props} />;
}

function Rows<T extends { readonly id: string }>({
  name,
  queryKey,
  read,
  columns,
  empty,
  refetchMs = 0,
  errorFields = [],
  goesOn = () => true,
  note = () => null,
}: Props<T>) {
  const list = useRef<HTMLTableElement>(null);
  const { place, useKept } = usePlace<T>(name);
  const { newest, known, pages, next, readNext, isBusy, error, showNewest } = usePages<T>({
    queryKey,
    read,
    refetchMs: () => (refetchMs > 0 ? refetchMs : false),
    initial: place?.pages,
  });
  useKept(list, known);
  const button = useRef<HTMLButtonElement>(null);
  const { data } = newest;
  const last = pages.at(-1);
  const isPausing = last !== undefined && next !== null && !goesOn(last);
  const count = pages.reduce((sum, page) => sum + page.data.length, 0);

  // If the button has the focus, a person moves by keyboard: reading more would keep them from what follows the list.
  const isAtButton = () => document.activeElement === button.current;
  const end = useNear<HTMLDivElement>(
    READ_AHEAD,
    (isNear) => isNear && !error && !isPausing && !isAtButton() && void readNext(),
    [next],
  );

  return (
    <>
      <Failure error={isShownAt(newest.error, errorFields) ? null : newest.error} fields={errorFields} />
      {!data && !known && !newest.error && <Skeleton of="table" />}
      {known?.isBehind === true && (
        <div class="actions">
          <Button label={`Show newer ${name}`} quiet onClick={showNewest} />
        </div>
      )}
      {data && count === 0 && next === null && empty}
      {count > 0 && (
        <DataTable name={name} columns={columns} pages={pages} heights={place?.heights ?? []} table={list} />
      )}
      <div ref={end} class="end">
        <Failure error={error} />
        {isPausing && last && note(last)}
        {next !== null && (
          <button type="button" ref={button} disabled={isBusy} onClick={() => void readNext()}>
            Load older {name}
          </button>
        )}
        <Progress isBusy={isBusy} />
        {count > 0 && (
          <output class="soft">
            {count} shown{next === null ? '' : ', there are more'}
          </output>
        )}
      </div>
    </>
  );
}
