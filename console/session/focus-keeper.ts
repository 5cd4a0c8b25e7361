/** Where the focus can stay, from the inside out: a control, the controls beside it, its card, the screen. */
const PLACES = '.actions, article, main';

/**
 * Remembers where the focus is. The returned function is called when the page changes: it moves a focus that was lost with its control
 * to the nearest control that is left, or to the screen.
 */
export function focusKeeper(): () => void {
  const around: Element[] = [];
  for (let each = document.activeElement; each; each = each.parentElement) around.push(each);
  const restore = (): void => {
    if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return;
    for (const each of around) {
      const target = each.isConnected ? targetIn(each) : null;
      if (!target) continue;
      target.focus({ preventScroll: true });
      return;
    }
  };
  // The page changes in the frame after its state.
  return () => requestAnimationFrame(() => setTimeout(restore));
}

function targetIn(place: Element): HTMLElement | null {
  if (place.closest('dialog')) return null;
  if (place.matches('button:enabled, main') && place instanceof HTMLElement) return place;
  return place.matches(PLACES) ? place.querySelector<HTMLElement>('button:enabled, h2 a') : null;
}
