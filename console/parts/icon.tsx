import type { IconNode } from 'lucide';
import { h } from 'preact';

/** A picture of lucide beside words that say the same, so screen readers skip it. `flips`: it points into the direction of reading. */
export function Icon({
  node,
  size = 'm',
  flips = false,
}: {
  readonly node: IconNode;
  /** 14, 16 or 20 px at the usual size of text. */
  readonly size?: 's' | 'm' | 'l';
  readonly flips?: boolean;
}) {
  const names = ['i', size === 'm' ? '' : size, flips ? 'flips' : ''].filter(Boolean);
  return (
    <svg class={names.join(' ')} viewBox="0 0 24 24" aria-hidden="true">
      {node.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
