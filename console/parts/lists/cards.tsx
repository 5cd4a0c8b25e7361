import type { ComponentChildren } from 'preact';

/** Items of the API as a list of cards; nothing without an item. */
export function Cards<T extends { readonly id: string | number }>({
  label,
  items = [],
  card,
}: {
  readonly label?: string;
  /** Undefined while they are read. */
  readonly items: readonly T[] | undefined;
  readonly card: (item: T) => ComponentChildren;
}) {
  if (items.length === 0) return null;
  return (
    <ul class="cards" aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>{card(item)}</li>
      ))}
    </ul>
  );
}
