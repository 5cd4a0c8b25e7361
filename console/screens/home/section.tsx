import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Skeleton } from '#console/parts/feedback/skeleton.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import type { Loaded } from '#console/session/use-query.ts';

/** A part of Home with its heading, the way to more, and the state of its own read. Nothing if the key may not read it. */
export function HomeSection<T>({
  title,
  more,
  read,
  of,
  children,
}: {
  readonly title: ComponentChildren;
  /** A link to the screen that shows more. */
  readonly more?: ComponentChildren;
  readonly read: Loaded<T | null>;
  readonly of: Parameters<typeof Skeleton>[0]['of'];
  readonly children: (data: NonNullable<T>) => ComponentChildren;
}) {
  const id = useId();
  const { data, error } = read;
  if (data === null) return null;
  return (
    <section class={of === 'chart' ? 'home-card chart-card' : 'home-card'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {more}
      </header>
      <div class="home-body">
        <ReadState data={data} error={error} of={of} />
        {data !== undefined && data !== null && children(data)}
      </div>
    </section>
  );
}
