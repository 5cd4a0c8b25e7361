import { Plus, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Icon } from '#console/parts/icon.tsx';
import { usePlaceBelow } from '#console/parts/place-below.ts';
import { issuesAt } from '#console/session/problem.ts';

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

  usePlaceBelow(isOpen, dialog, button);
  useEffect(() => {
    if (isOpen) dialog.current?.querySelector<HTMLElement>('input, select')?.focus();
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
