import { Check, Clock, type IconNode, TriangleAlert, Zap } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

type Point = {
  readonly key: string | number;
  /** What it was: something that went well, that failed, that is still to come, or the beginning. */
  readonly kind: keyof typeof KINDS;
  readonly content: ComponentChildren;
};

const KINDS = {
  good: Check,
  bad: TriangleAlert,
  warn: Clock,
  start: Zap,
} as const satisfies Readonly<Record<string, IconNode>>;

/** What happened and what comes, in its order. The words of each point say what its icon shows. */
export function Timeline({ points }: { readonly points: readonly Point[] }) {
  return (
    <ol class="timeline">
      {points.map(({ key, kind, content }) => (
        <li key={key}>
          <span class={`node ${kind}`}>
            <Icon node={KINDS[kind]} size="s" />
          </span>
          <div>{content}</div>
        </li>
      ))}
    </ol>
  );
}
