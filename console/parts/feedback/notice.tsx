import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '#console/parts/icon.tsx';

const ICONS = { bad: TriangleAlert, warn: CircleAlert, good: CircleCheck, neutral: Info } as const;

/** What a person should know at this place. `isNew`: it appeared after an action, so screen readers say it at once. */
export function Notice({
  tone = 'neutral',
  isNew = false,
  children,
}: {
  readonly tone?: keyof typeof ICONS;
  readonly isNew?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <div role={isNew ? 'alert' : undefined} class={tone === 'neutral' ? 'notice' : `notice ${tone}`}>
      <Icon node={ICONS[tone]} />
      <div class="said-so">{children}</div>
    </div>
  );
}
