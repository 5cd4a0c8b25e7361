/** A text in the form in which it is compared, so that case and the composition of accents do not matter. */
export function searchText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A filter for items of which one of the texts contains the keyword; undefined without a keyword, for all items. */
export function mentions<T>(
  keyword: string | undefined,
  textsOf: (item: T) => readonly (string | null)[],
): ((item: T) => boolean) | undefined {
  if (keyword === undefined) return undefined;
  const sought = searchText(keyword);
  return (item) => textsOf(item).some((text) => text !== null && searchText(text).includes(sought));
}
