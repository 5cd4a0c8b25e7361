type Item = {
  readonly at: number;
  readonly order: number;
  readonly isBackground: boolean;
  act: Act | undefined;
};

/** False if nothing follows from it. */
export type Act = () => void | boolean;

/** The future events in virtual time, in insertion order at the same instant. */
export type Agenda = {
  /** Returns a function that cancels the item. Background items do not keep a history running. */
  add(at: number, act: Act, isBackground?: boolean): () => void;
  /** The time of the next item. */
  next(): number | undefined;
  take(): { readonly at: number; readonly act: Act } | undefined;
  /** Whether an item keeps the history running. */
  isBusy(): boolean;
};

/** A binary heap by time. */
export function createAgenda(): Agenda {
  const heap: Item[] = [];
  let order = 0;
  let foreground = 0;

  function isBefore(a: Item, b: Item): boolean {
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }

  function rise(item: Item): void {
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || isBefore(parent, item)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = item;
  }

  function sink(item: Item): void {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      const other = heap[below + 1];
      if (child && other && isBefore(other, child)) {
        below += 1;
        child = other;
      }
      if (!child || isBefore(item, child)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = item;
  }

  function drop(): Item | undefined {
    const [top] = heap;
    const last = heap.pop();
    if (last && last !== top) sink(last);
    return top;
  }

  return {
    add(at, act, isBackground = false) {
      const item: Item = { at, order, isBackground, act };
      order += 1;
      if (!isBackground) foreground += 1;
      rise(item);
      return () => {
        if (item.act && !isBackground) foreground -= 1;
        item.act = undefined;
      };
    },
    next() {
      while (heap[0] && !heap[0].act) drop();
      return heap[0]?.at;
    },
    take() {
      while (heap[0] && !heap[0].act) drop();
      const item = drop();
      if (!item?.act) return undefined;
      const { at, act } = item;
      item.act = undefined;
      if (!item.isBackground) foreground -= 1;
      return { at, act };
    },
    isBusy: () => foreground > 0,
  };
}
