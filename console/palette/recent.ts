/** A screen that was opened, with the name of what it shows. */
export type Recent = { readonly name: string; readonly href: string; readonly isForeign: boolean };

/** What was opened last. It is in memory only, because the names are those of customers. */
export type RecentThings = {
  readonly add: (opened: Recent) => void;
  /** The last one first. */
  readonly all: () => readonly Recent[];
};

const KEPT = 5;

export function createRecentThings(): RecentThings {
  let things: readonly Recent[] = [];
  return {
    add(opened) {
      things = [opened, ...things.filter(({ href }) => href !== opened.href)].slice(0, KEPT);
    },
    all: () => things,
  };
}
