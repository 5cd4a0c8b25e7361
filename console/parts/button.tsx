import type { IconNode } from 'lucide';
import type { ButtonHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Attributes = Pick<
  ButtonHTMLAttributes,
  | 'disabled'
  | 'onClick'
  | 'aria-label'
  | 'aria-pressed'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-keyshortcuts'
  | 'autofocus'
>;

/** How much a button asks for the eye. A screen or a dialog has one primary button; the accent is for sending alone. */
type Look = 'primary' | 'secondary' | 'accent' | 'danger' | 'danger full' | 'quiet';

/** A link that looks like a button, because it begins something. */
export function ButtonLink({
  href,
  label,
  icon,
}: {
  readonly href: string;
  readonly label: string;
  readonly icon?: IconNode;
}) {
  return (
    <a class="button primary" href={href}>
      {icon && <Icon node={icon} size="s" />}
      {label}
    </a>
  );
}

/** A button that does something on the screen. The button that sends a form is part of the form. */
export function Button({
  label,
  quiet = false,
  look = quiet ? 'secondary' : 'primary',
  icon,
  isBusy = false,
  mark = '',
  ...button
}: Attributes & {
  readonly label: string;
  /** Whether another button is the primary one. */
  readonly quiet?: boolean;
  readonly look?: Look;
  readonly icon?: IconNode;
  /** Whether its command is on the way. The button keeps its width and the focus; the command itself ignores another click. */
  readonly isBusy?: boolean;
  /** A class by which the form finds the button, to give it the focus. */
  readonly mark?: string;
}) {
  return (
    <button type="button" class={classOf(look, mark)} aria-busy={isBusy ? true : undefined} {...button}>
      {icon && <Icon node={icon} size="s" />}
      <span>{label}</span>
    </button>
  );
}

/** The button that sends a form. */
export function Submit({
  label,
  isBusy = false,
  isReady = true,
}: {
  readonly label: string;
  readonly isBusy?: boolean;
  readonly isReady?: boolean;
}) {
  return (
    <button type="submit" disabled={!isReady} aria-busy={isBusy ? true : undefined}>
      <span>{label}</span>
    </button>
  );
}

/** A button with an icon alone. Its name is a tooltip, which the focus shows too. */
export function IconButton({
  label,
  icon,
  ...button
}: Pick<Attributes, 'onClick' | 'disabled'> & { readonly label: string; readonly icon: IconNode }) {
  const id = useId();
  return (
    <button type="button" class="quiet small icon-only" aria-labelledby={id} {...button}>
      <Icon node={icon} />
      <span id={id} class="tooltip">
        {label}
      </span>
    </button>
  );
}

function classOf(look: Look, mark: string): string | undefined {
  const names = [look === 'secondary' ? '' : look, mark].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}
