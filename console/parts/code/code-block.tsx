import type { ComponentChildren } from 'preact';
import { Copy } from '#console/parts/copy.tsx';

export type CodeBlockProps = {
  readonly title: ComponentChildren;
  readonly text: string;
  /** Whether long lines go on in the next line. Otherwise the block scrolls. */
  readonly wraps?: boolean;
  /** What the button copies, if it is not the text itself. */
  readonly copy?: { readonly label: string; readonly text: string };
};

/** Text of a machine with a button that copies it. It is shown as it is, never as markup. */
export function CodeBlock({
  title,
  text,
  wraps = false,
  copy = { label: 'Copy', text },
  children = text,
}: CodeBlockProps & {
  /** The same text with colours. */
  readonly children?: ComponentChildren;
}) {
  return (
    <figure class="code-box">
      <figcaption>
        {title}
        <Copy {...copy} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="auto" class={wraps ? 'wraps' : undefined}>
        {children}
      </pre>
    </figure>
  );
}
