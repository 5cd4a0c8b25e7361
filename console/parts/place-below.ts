import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** The distance of the popover from its button and from the edge of the window, in pixels. */
const GAP = 6;
const EDGE = 16;

/** Keeps an open popover, which is in the top layer, below its button and inside of the window. */
export function usePlaceBelow(
  isOpen: boolean,
  popover: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const place = () => placeBelow(popover.current, button.current);
    place();
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [isOpen]);
}

function placeBelow(popover: HTMLElement | null, button: HTMLElement | null): void {
  if (!popover || !button) return;
  const { left, right, bottom } = button.getBoundingClientRect();
  const isRtl = getComputedStyle(button).direction === 'rtl';
  const wanted = isRtl ? right - popover.offsetWidth : left;
  const most = innerWidth - popover.offsetWidth - EDGE;
  popover.style.left = `${Math.max(EDGE, Math.min(wanted, most))}px`;
  popover.style.top = `${bottom + GAP}px`;
}
