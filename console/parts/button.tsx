import type { ButtonHTMLAttributes } from 'preact';

type Attributes = Pick<
  ButtonHTMLAttributes,
  'disabled' | 'onClick' | 'aria-label' | 'aria-pressed' | 'aria-expanded'
>;

/** A link that looks like a button, because it begins something. */
export function ButtonLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <a class="button" href={href}>
      {label}
    </a>
  );
}

/** A button that does something on the screen. The button that sends a form is part of the form. */
export function Button({
  label,
  quiet = false,
  mark,
  ...button
}: Attributes & {
  readonly label: string;
  readonly quiet?: boolean;
  /** A class by which the form finds the button, to give it the focus. */
  readonly mark?: string;
}) {
  const names = [quiet ? 'quiet' : '', mark ?? ''].filter(Boolean);
  return (
    <button type="button" class={names.length > 0 ? names.join(' ') : undefined} {...button}>
      {label}
    </button>
  );
}
