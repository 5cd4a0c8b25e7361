import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a screen on a surface of its own: a heading with short facts beside it, and the content. */
export function Panel({
  title,
  beside,
  isFlush = false,
  children,
}: {
  readonly title: string;
  readonly beside?: ComponentChildren;
  /** Whether the content reaches the border, as the rows of a list do. */
  readonly isFlush?: boolean;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="panel-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {beside}
      </header>
      <div class={isFlush ? undefined : 'panel-body'}>{children}</div>
    </section>
  );
}
