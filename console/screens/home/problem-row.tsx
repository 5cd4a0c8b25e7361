import { CircleAlert, CircleDashed, type IconNode, TriangleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '#console/parts/icon.tsx';

const TONES = { bad: TriangleAlert, warn: CircleAlert, calm: CircleDashed } as const;

/** What needs attention, why, and what a person can do about it. */
export function ProblemRow({
  tone,
  icon = TONES[tone],
  title,
  actions,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly icon?: IconNode;
  readonly title: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <article class="attention compact">
      <span class={`node ${tone}`}>
        <Icon node={icon} size="s" />
      </span>
      <div class="attention-text">
        <h3>{title}</h3>
        {children}
      </div>
      {actions !== undefined && <div class="attention-actions">{actions}</div>}
    </article>
  );
}
