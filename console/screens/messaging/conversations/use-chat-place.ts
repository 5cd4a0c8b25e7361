import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** This close to the end, in pixels, a person reads the newest message. */
const END_PX = 40;

type Anchor = { readonly element: Element; readonly top: number };

/**
 * Keeps the place of a person in a list that grows at both ends: at its end if the person is there, otherwise at the message that the
 * person reads.
 * @param ids of the messages, oldest first
 */
export function useChatPlace(ids: readonly string[]) {
  const log = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | undefined>(undefined);
  const seen = useRef<string | undefined>(undefined);
  const [isAtEnd, setAtEnd] = useState(true);
  if (isAtEnd) seen.current = ids.at(-1);

  function onScroll(): void {
    if (!log.current) return;
    const { scrollHeight, scrollTop, clientHeight } = log.current;
    const isNow = scrollHeight - scrollTop - clientHeight <= END_PX;
    anchor.current = isNow ? undefined : lastVisible(log.current);
    setAtEnd(isNow);
  }

  // After every change, because also a status under a message changes the height. The browser's own anchoring is off: it does nothing at
  // the top, where older messages are inserted, and Safari has none.
  useLayoutEffect(() => {
    if (!log.current) return;
    const { element, top } = anchor.current ?? {};
    if (!element) log.current.scrollTop = log.current.scrollHeight;
    else if (element.isConnected) {
      const moved =
        element.getBoundingClientRect().top - log.current.getBoundingClientRect().top - (top ?? 0);
      if (moved !== 0) log.current.scrollTop += moved;
    }
  });

  return {
    log,
    onScroll,
    /** The number of messages below what the person has seen. */
    unseen: isAtEnd ? 0 : ids.length - 1 - ids.lastIndexOf(seen.current ?? ''),
    toEnd() {
      anchor.current = undefined;
      setAtEnd(true);
      log.current?.scrollTo({ top: log.current.scrollHeight });
    },
  };
}

/** The last message in view. Newer messages never remove it, unlike the first one. */
function lastVisible(log: HTMLElement): Anchor | undefined {
  const box = log.getBoundingClientRect();
  const element = [...log.querySelectorAll('li.message')].findLast(
    (each) => each.getBoundingClientRect().top < box.bottom,
  );
  return element && { element, top: element.getBoundingClientRect().top - box.top };
}
