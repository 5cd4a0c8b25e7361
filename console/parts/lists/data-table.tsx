import { ArrowDown, ArrowUp } from 'lucide';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '#console/parts/icon.tsx';
import type { Page } from './pages.ts';
import { useNear } from './use-near.ts';

/** Rows this far from the window leave the document. */
const KEPT = '1500px';
/** A table of at most this many pages keeps all its rows in the document. */
const WHOLE_PAGES = 4;
/** Rows that are drawn in one task: a page of rows at once would stop the scrolling for longer than a frame. */
const AT_ONCE = 6;
/** The height of a row that was never drawn, in pixels. */
const ROW_HEIGHT = 44;

/** A column of a table of things. The first one names the thing, and links to its screen if there is one. */
export type Column<T> = {
  readonly name: string;
  readonly cell: (item: T) => ComponentChildren;
  /** The share of the width: of a box, a number, a state or a time, of a text, or of a name. */
  readonly width?: 'box' | 'small' | 'wide';
  /** A class of its cells, for the stylesheet of the screen. */
  readonly mark?: string;
  /** For a column by which a person can sort the table: how it is sorted now, and what a click on its head does. */
  readonly sort?: {
    readonly is: 'ascending' | 'descending' | undefined;
    readonly onSort: () => void;
  };
};

/**
 * Things of the API as a table, one page after the other. On a phone each row has two lines. Rows far from the window are not in the
 * document, so that ten thousand rows scroll like fifty.
 */
export function DataTable<T extends { readonly id: string }>({
  name,
  columns,
  pages,
  heights,
  table,
}: {
  /** What the table contains, such as `deliveries`. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly pages: readonly Page<T>[];
  /** The heights of the pages in pixels when the person left the table: rows appear when they come near the window. */
  readonly heights: readonly number[];
  readonly table: RefObject<HTMLTableElement | null>;
}) {
  return (
    <table ref={table} class="rows" aria-label={name}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              class={classOf(column)}
              aria-sort={column.sort && (column.sort.is ?? 'none')}
            >
              <Head {...column} />
            </th>
          ))}
        </tr>
      </thead>
      {pages.map((page, index) => (
        <Chunk
          key={index}
          page={page}
          columns={columns}
          label={`${name}, part ${index + 1}`}
          isFirst={index === 0}
          isWhole={pages.length <= WHOLE_PAGES}
          firstHeight={heights[index]}
        />
      ))}
    </table>
  );
}

function Head<T>({ name, width, sort }: Column<T>) {
  if (width === 'box') return <span class="spoken">{name}</span>;
  if (!sort) return name;
  return (
    <button type="button" class="sort" onClick={sort.onSort}>
      {name}
      {sort.is && <Icon node={sort.is === 'ascending' ? ArrowUp : ArrowDown} size="s" />}
    </button>
  );
}

function classOf({ width, mark }: Pick<Column<unknown>, 'width' | 'mark'>): string | undefined {
  const names = [width, mark].filter((each) => each !== undefined);
  return names.length > 0 ? names.join(' ') : undefined;
}

/** The rows of a page while they are near the window, otherwise an empty row of the same height. */
function Chunk<T extends { readonly id: string }>({
  page,
  columns,
  label,
  isFirst,
  isWhole,
  firstHeight,
}: {
  readonly page: Page<T>;
  readonly columns: readonly Column<T>[];
  readonly label: string;
  /** Whether this page opens the table, so that it is drawn at once. */
  readonly isFirst: boolean;
  /** Whether all rows stay in the document, so that the search of the browser finds them. */
  readonly isWhole: boolean;
  readonly firstHeight: number | undefined;
}) {
  const [height, setHeight] = useState(firstHeight);
  const rows = useNear<HTMLTableSectionElement>(
    KEPT,
    (isNear, measured) => setHeight(isNear ? undefined : measured),
    [],
  );
  const isShown = isWhole || height === undefined;
  const drawn = useDrawn(page.data.length, isShown, isFirst);
  const missing = page.data.length - drawn;
  const wholeHeight = useRef(height ?? page.data.length * ROW_HEIGHT);
  wholeHeight.current = height ?? wholeHeight.current;
  return (
    <tbody ref={rows} aria-label={label}>
      {page.data.slice(0, drawn).map((item) => (
        <tr key={item.id}>
          {columns.map((column) => (
            <td key={column.name} class={classOf(column)}>
              {column.cell(item)}
            </td>
          ))}
        </tr>
      ))}
      {missing > 0 && (
        <tr aria-hidden="true">
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a place without content */}
          <td
            colSpan={columns.length}
            style={{ height: `${(wholeHeight.current * missing) / page.data.length}px` }}
          />
        </tr>
      )}
    </tbody>
  );
}

/** How many rows of a page are in the document: none while it is far away, and a few more with each task after it came near. */
function useDrawn(count: number, isShown: boolean, isAtOnce: boolean): number {
  const [drawn, setDrawn] = useState(isAtOnce ? Number.POSITIVE_INFINITY : AT_ONCE);
  const isDrawn = drawn >= count;
  useEffect(() => {
    if (!isShown) {
      setDrawn(AT_ONCE);
      return undefined;
    }
    // Rows that are added to a page later are drawn with the others.
    const timer = setTimeout(() => setDrawn(isDrawn ? Number.POSITIVE_INFINITY : drawn + AT_ONCE));
    return () => clearTimeout(timer);
  }, [isShown, drawn, isDrawn]);
  return isShown ? Math.min(drawn, count) : 0;
}
