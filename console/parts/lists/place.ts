import type { QueryClient } from '@tanstack/query-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PLACE, useSigned } from '#console/session/context.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Pages } from './pages.ts';

/** How many lists and forms that a person has left stay in memory, and how long. */
const MAX_PLACES = 10;
const KEPT_MS = 15 * MINUTE_MS;
/** Events after which the router may show another screen. */
const WAYS_OUT = ['click', 'submit', 'popstate'];
/** Frames after which a row that does not appear no longer gets the focus. */
const FRAMES = 20;

/** Where a person left a list. */
export type Place<T> = {
  readonly pages: Pages<T>;
  /** The height of each page in pixels. */
  readonly heights: readonly number[];
  /** The first page in the window, and its distance from the top of the window in pixels. */
  readonly anchor: { readonly index: number; readonly top: number };
  /** The link with the focus. */
  readonly href: string | undefined;
};

/**
 * Where the person left this list, if they came back to it by the history of the browser. Another visit of the same screen, for example
 * by a link or with other filters, starts at the top.
 */
export function usePlace<T>(name: string) {
  const { queries } = useSigned();
  const [key] = useState(() => [PLACE, entryOfHistory(), name]);
  const [place] = useState(() => queries.getQueryData<Place<T>>(key));

  /** Keeps the place when the person leaves the screen. @param list is a table with a body for each of the pages */
  function useKept(list: RefObject<HTMLTableElement | null>, pages: Pages<T> | undefined): void {
    useEffect(() => {
      if (!pages) return undefined;
      // Before the router shows the next screen.
      const keep = (): void => {
        if (!list.current) return;
        keepInMemory(queries, key, { pages, ...placeIn(list.current) } satisfies Place<T>);
      };
      for (const way of WAYS_OUT) addEventListener(way, keep, true);
      return () => {
        for (const way of WAYS_OUT) removeEventListener(way, keep, true);
      };
    }, [pages]);
    useLayoutEffect(() => {
      const page = place && list.current?.tBodies[place.anchor.index];
      if (!page) return;
      scrollBy({ top: page.getBoundingClientRect().top - place.anchor.top, behavior: 'instant' });
      if (place.href !== undefined) focusSoon(list.current, place.href, FRAMES);
    }, []);
  }
  return { place, useKept };
}

/** The draft of a form that a person has left by a link, if the person came back by the history of the browser. */
export function useKeptDraft<T extends object>(name: string) {
  const { queries } = useSigned();
  const [key] = useState(() => [PLACE, entryOfHistory(), name]);
  const [kept] = useState(() => queries.getQueryData<T>(key));
  const latest = useRef<T | undefined>(undefined);
  useEffect(
    () => () => {
      if (latest.current === undefined) queries.removeQueries({ queryKey: key });
      else keepInMemory(queries, key, latest.current);
    },
    [],
  );
  return {
    kept,
    /** Sets the draft that is kept when the person leaves the screen; undefined for none. */
    keep(value: T | undefined): void {
      latest.current = value;
    },
  };
}

function keepInMemory(queries: QueryClient, key: readonly string[], value: object): void {
  queries.setQueryDefaults(key, { gcTime: KEPT_MS });
  queries.setQueryData(key, value);
  forgetOldest(queries);
}

function forgetOldest(queries: QueryClient): void {
  const places = queries.getQueryCache().findAll({ queryKey: [PLACE] });
  const oldest = places.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const { queryKey } of oldest.slice(MAX_PLACES)) queries.removeQueries({ queryKey });
}

/** The ID of the current entry in the history of the browser, which the entry keeps. */
function entryOfHistory(): string {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'entry' in state) return String(state.entry);
  const entry = crypto.randomUUID();
  history.replaceState({ entry }, '');
  return entry;
}

function placeIn(list: HTMLTableElement): Omit<Place<unknown>, 'pages'> {
  const boxes = [...list.tBodies].map((page) => page.getBoundingClientRect());
  const index = Math.max(
    0,
    boxes.findIndex(({ bottom }) => bottom > 0),
  );
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  return {
    heights: boxes.map(({ height }) => height),
    anchor: { index, top: boxes[index]?.top ?? 0 },
    href: focused?.getAttribute('href') ?? undefined,
  };
}

/** Focuses a link as soon as its row is in the document, unless the person has moved the focus. */
function focusSoon(list: HTMLElement | null, href: string, frames: number): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (frames === 0 || !list?.isConnected || activeElement?.closest('main > *, dialog')) return;
    const link = list.querySelector<HTMLElement>(`a[href=${CSS.escape(href)}]`);
    // The shell focuses the screen after its first frame.
    if (link && frames < FRAMES) link.focus({ preventScroll: true });
    else focusSoon(list, href, frames - 1);
  });
}
