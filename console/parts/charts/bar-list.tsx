import type { ComponentChildren } from 'preact';

/** Names with their counts, the longest bar first. The bar behind a name is its share of the highest count. */
export function BarList({
  label,
  rows,
  isBad = false,
}: {
  readonly label: string;
  /** Whether the rows count failures. */
  readonly isBad?: boolean;
  readonly rows: readonly {
    readonly key: string;
    readonly name: ComponentChildren;
    readonly count: number;
    /** More about the row, such as another count. */
    readonly more?: string;
  }[];
}) {
  const highest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul class={isBad ? 'bar-list bad' : 'bar-list'} aria-label={label}>
      {rows.map(({ key, name, count, more }) => (
        <li key={key}>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / highest) * 100} height={1} />
          </svg>
          <bdi>{name}</bdi>{' '}
          <span class="figure">
            {count}
            {more !== undefined && <span class="soft"> {more}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
