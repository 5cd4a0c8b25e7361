import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { usePlaceBelow } from './place-below.ts';

/** A button with short words that shows what they stand for, in a box below it. Escape and a click elsewhere close it. */
export function Popover({
  label,
  words,
  children,
}: {
  /** The name of the box. */
  readonly label: string;
  readonly words: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDialogElement>(null);
  usePlaceBelow(isOpen, box, button);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet small more"
        popovertarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {words}
      </button>
      <dialog
        ref={box}
        id={id}
        popover="auto"
        aria-label={label}
        class="pop words"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') box.current?.focus({ preventScroll: true });
        }}
      >
        {isOpen && children}
      </dialog>
    </>
  );
}
