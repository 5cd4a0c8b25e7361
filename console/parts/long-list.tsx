import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { isShownAt } from '#console/session/problem.ts';
import { Button } from './button.tsx';
import { Failure, Loading, Progress } from './notices.tsx';
import type { Page } from './pages.ts';
import { usePlace } from './place.ts';
import { useNear } from './use-near.ts';
import { usePages } from './use-pages.ts';

/** The next page is read when the end of the list is this close to the window. Rows this far from the window leave the document. */
const READ_AHEAD = '800px';
const KEPT = '1500px';
/** A list of at most this many pages keeps all its rows in the document. */
const WHOLE_PAGES = 4;

type Props<T> = {
  /** What the list contains, such as `deliveries`, for the button and for screen readers. */
  readonly name: string;
  readonly queryKey: readonly (string | undefined)[];
  readonly read: (cursor?: string) => Promise<Page<T>>;
  readonly row: (item: T) => ComponentChildren;
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
 * A list of the API, newest first. It reads the next page while the person scrolls, or by a button. Rows far from the window are not
 * in the document, so that ten thousand rows scroll like fifty. The way back to the list shows the same rows at the same place.
 */
export function LongList<T extends { readonly id: string }>(props: Props<T>) {
  return <Rows key={JSON.stringify(props.queryKey)} {...props} />;
}

function Rows<T extends { readonly id: string }>({
  name,
  queryKey,
  read,
  row,
  empty,
  refetchMs = 0,
  errorFields = [],
  goesOn = () => true,
  note = () => null,
}: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
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
      {!data && !known && !newest.error && <Loading />}
      {known?.isBehind === true && <Button label={`Show newer ${name}`} onClick={showNewest} />}
      {data && count === 0 && next === null && empty}
      <div ref={list}>
        {pages.map((page, index) => (
          <Chunk
            key={index}
            page={page}
            row={row}
            label={`${name}, part ${index + 1}`}
            isWhole={pages.length <= WHOLE_PAGES}
            firstHeight={place?.heights[index]}
          />
        ))}
      </div>
      <div ref={end} class="end">
        <Failure error={error} />
        {isPausing && last && note(last)}
        {next !== null && (
          <button type="button" class="quiet" ref={button} disabled={isBusy} onClick={() => void readNext()}>
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

/** The rows of a page while they are near the window, otherwise an empty list of the same height. */
function Chunk<T extends { readonly id: string }>({
  page,
  row,
  label,
  isWhole,
  firstHeight,
}: {
  readonly page: Page<T>;
  readonly row: Props<T>['row'];
  readonly label: string;
  /** Whether all rows stay in the document, so that the search of the browser finds them. */
  readonly isWhole: boolean;
  /** The height in pixels when the person left the list: its rows appear when they come near the window. */
  readonly firstHeight: number | undefined;
}) {
  const [height, setHeight] = useState(firstHeight);
  const list = useNear<HTMLUListElement>(
    KEPT,
    (isNear, measured) => setHeight(isNear ? undefined : measured),
    [],
  );
  const shown = isWhole ? undefined : height;
  return (
    <ul
      ref={list}
      class="rows"
      aria-label={label}
      style={{ height: shown === undefined ? '' : `${shown}px` }}
    >
      {shown === undefined && page.data.map((item) => <li key={item.id}>{row(item)}</li>)}
    </ul>
  );
}
