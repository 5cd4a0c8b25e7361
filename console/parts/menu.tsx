import { Check, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Described = { readonly label: string; readonly icon?: IconNode | undefined };

/** An entry of a menu: a command, a link, or one of several choices. */
export type MenuItem =
  | (Described & { readonly onChoose: () => void; readonly isChosen?: boolean })
  | (Described & { readonly href: string; readonly isOutside?: boolean });

/** Entries between two lines. `label` names them to screen readers, and to everybody if it `isShown`. */
export type MenuSection = {
  readonly label: string;
  readonly isShown?: boolean;
  readonly items: readonly MenuItem[];
};

type Side = 'below' | 'above';

/** The distance from the button, and from the edge of the window, in pixels. */
const GAP = 6;

/**
 * A button that opens a list of commands and links. Arrows, Home, End and the first letter of an entry move in it; Escape and a click
 * elsewhere close it.
 */
export function Menu({
  label,
  look,
  tip,
  side = 'below',
  head,
  sections,
  children,
}: {
  /** The name of the list. The button has the name that its content says. */
  readonly label: string;
  /** The class of the button. */
  readonly look: string;
  /** The tooltip of a button that shows no words. */
  readonly tip?: string | undefined;
  readonly side?: Side;
  /** Shown above the entries. */
  readonly head?: ComponentChildren;
  readonly sections: readonly MenuSection[];
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const items = (): HTMLElement[] => [
    ...(surface.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
  ];

  /** Nothing of the menu is in the page while it is closed. */
  function onToggle({ newState }: Pick<ToggleEvent, 'newState'>): void {
    if (newState === 'closed') setOpen(false);
    else if (surface.current && button.current) {
      place(button.current, surface.current, side);
      items()[0]?.focus({ preventScroll: true });
    }
  }

  function close(): void {
    surface.current?.hidePopover();
  }

  function onKey(event: KeyboardEvent): void {
    const all = items();
    const current = all.findIndex((item) => item === document.activeElement);
    const next = nextIndex(event, all, current);
    if (next === undefined) {
      if (event.key === 'Tab') close();
      return;
    }
    event.preventDefault();
    all[next]?.focus();
  }

  return (
    <>
      <button
        type="button"
        ref={button}
        class={look}
        title={tip}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          surface.current?.showPopover();
        }}
      >
        {children}
      </button>
      <div
        ref={surface}
        id={id}
        class="menu"
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={onToggle}
      >
        {isOpen && (
          <>
            {head !== undefined && <div class="menu-head">{head}</div>}
            <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKey}>
              {sections.map((section) => (
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
                <div key={section.label} role="group" class="menu-section" aria-label={section.label}>
                  {section.isShown === true && (
                    <span class="menu-label" aria-hidden="true">
                      {section.label}
                    </span>
                  )}
                  {section.items.map((item) => (
                    <Item key={item.label} item={item} onDone={close} />
                  ))}
                </div>
              ))}
            </div>
          </>
        )}
      </div>
    </>
  );
}

function Item({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const content = (
    <>
      {item.icon && <Icon node={item.icon} />}
      <span>{item.label}</span>
    </>
  );
  if ('href' in item)
    return (
      <a
        role="menuitem"
        class="menu-item"
        tabIndex={-1}
        href={item.href}
        {...(item.isOutside === true ? { target: '_blank', rel: 'noreferrer' } : {})}
        onClick={onDone}
      >
        {content}
      </a>
    );
  const { onChoose, isChosen } = item;
  return (
    <button
      type="button"
      role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChosen}
      class="menu-item"
      tabIndex={-1}
      onClick={() => {
        // The focus returns to the button first, so that a dialog that opens returns it there as well.
        onDone();
        onChoose();
      }}
    >
      {content}
      {isChosen === true && <Icon node={Check} size="s" />}
    </button>
  );
}

/** The entry that a key moves to. */
function nextIndex(event: KeyboardEvent, all: readonly HTMLElement[], current: number): number | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'ArrowDown') return (current + 1) % all.length;
  if (key === 'ArrowUp') return (Math.max(current, 0) - 1 + all.length) % all.length;
  if (key === 'Home') return 0;
  if (key === 'End') return all.length - 1;
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const after = [...all.keys()].map((index) => (current + 1 + index) % all.length);
  return after.find((index) => all[index]?.textContent.toLowerCase().startsWith(key.toLowerCase()));
}

/** Puts the open menu beside its button, inside of the window. */
function place(button: HTMLElement, menu: HTMLElement, side: Side): void {
  const from = button.getBoundingClientRect();
  // At the edge of the window it would be narrower than it will be.
  menu.style.left = '0';
  const { width, height } = menu.getBoundingClientRect();
  const isRtl = getComputedStyle(button).direction === 'rtl';
  const most = document.documentElement.clientWidth - width - GAP;
  const [wanted, other] = isRtl ? [from.right - width, from.left] : [from.left, from.right - width];
  // A menu that does not fit ends where its button ends.
  const left = Math.max(GAP, Math.min(wanted < GAP || wanted > most ? other : wanted, most));
  const below = from.bottom + GAP;
  const above = from.top - GAP - height;
  const fits = side === 'below' ? below + height <= innerHeight - GAP : above < GAP;
  // Before it is beside the button, it is invisible.
  menu.style.visibility = 'visible';
  menu.style.left = `${left}px`;
  menu.style.top = `${Math.max(GAP, fits ? below : above)}px`;
}
