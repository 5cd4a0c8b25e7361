import { Plus, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Icon } from '#console/parts/icon.tsx';
import { issuesAt } from '#console/session/problem.ts';

/** The distance of the popover from its chip and from the edge of the window, in pixels. */
const GAP = 6;
const EDGE = 16;

/** A filter of a list: a button that says what the list is limited to, and opens a dialog with the field. */
export function FilterChip({
  label,
  value,
  pointer,
  error,
  onClear,
  onClose = () => undefined,
  children,
}: {
  readonly label: string;
  /** The value as words; undefined if the filter is not set. */
  readonly value: string | undefined;
  readonly pointer: string;
  readonly error: Error | null;
  readonly onClear: () => void;
  /** Called when the dialog closes. */
  readonly onClose?: () => void;
  /** The field. `close` closes the dialog and gives the focus back to the chip. */
  readonly children: (close: () => void) => ComponentChildren;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const isWrong = issuesAt(error, pointer).length > 0;
  const isSet = value !== undefined;

  useEffect(() => {
    if (!isOpen) return undefined;
    const place = () => placeBelow(dialog.current, button.current);
    place();
    dialog.current?.querySelector<HTMLElement>('input, select')?.focus();
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [isOpen]);

  function clear(): void {
    onClear();
    // The button that clears leaves the page.
    button.current?.focus();
  }

  function onToggle(isNowOpen: boolean): void {
    setOpen(isNowOpen);
    if (!isNowOpen) onClose();
  }

  return (
    <>
      <span class={['chip', isSet ? 'set' : '', isWrong ? 'wrong' : ''].filter(Boolean).join(' ')}>
        <button
          ref={button}
          type="button"
          popovertarget={id}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onKeyDown={({ key }) => isSet && (key === 'Backspace' || key === 'Delete') && clear()}
        >
          {isSet ? (
            <span>
              {label} is <b dir="auto">{value}</b>
            </span>
          ) : (
            <>
              <Icon node={Plus} size="s" />
              {label}
            </>
          )}
        </button>
        {isSet && (
          <button type="button" aria-label={`Clear the filter ${label}`} onClick={clear}>
            <Icon node={X} size="s" />
          </button>
        )}
        <dialog
          ref={dialog}
          id={id}
          popover="auto"
          aria-label={`Filter by ${label}`}
          class="pop"
          onToggle={({ newState }) => onToggle(newState === 'open')}
        >
          {children(() => dialog.current?.hidePopover())}
        </dialog>
      </span>
      {!isOpen && <FieldErrors pointer={pointer} error={error} />}
    </>
  );
}

/** Places a popover, which is in the top layer, below its button and inside of the window. */
function placeBelow(popover: HTMLElement | null, button: HTMLElement | null): void {
  if (!popover || !button) return;
  const { left, bottom } = button.getBoundingClientRect();
  const most = innerWidth - popover.offsetWidth - EDGE;
  popover.style.left = `${Math.max(EDGE, Math.min(left, most))}px`;
  popover.style.top = `${bottom + GAP}px`;
}
