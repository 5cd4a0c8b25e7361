import type { ComponentChildren } from 'preact';
import { Copy } from '#console/parts/copy.tsx';

/** Text of a machine with a button that copies it. It is shown as it is, never as markup. */
export function CodeBlock({
  title,
  text,
  wraps = false,
  children = text,
}: {
  readonly title: string;
  readonly text: string;
  /** Whether long lines go on in the next line. Otherwise the block scrolls. */
  readonly wraps?: boolean;
  /** The same text with colours. */
  readonly children?: ComponentChildren;
}) {
  return (
    <figure class="code-box">
      <figcaption>
        {title}
        <Copy text={text} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="auto" class={wraps ? 'wraps' : undefined}>
        {children}
      </pre>
    </figure>
  );
}
