import { useEffect, useRef } from 'preact/hooks';

/** Elements in which a key is text, or chooses a value. */
const EDITABLE = 'input, textarea, select, [contenteditable]';

/** Whether a pressed key may be a shortcut: without a modifier, not while the person types, composes or answers a dialog. */
function isFree(event: KeyboardEvent): boolean {
  const { target } = event;
  // Shift is needed for `/` and `?` on some keyboards; the key itself tells them apart.
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.isComposing || event.repeat) return false;
  if (target instanceof Element && target.closest(EDITABLE) !== null) return false;
  return document.querySelector('dialog[open]') === null;
}

/** Calls an action for its key. Keys are those of `KeyboardEvent.key`. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const action = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      if (!action || !isFree(event)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
