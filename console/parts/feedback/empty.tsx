import { type IconNode, Inbox } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '#console/parts/icon.tsx';

/** Instead of a list without an item: what the list would contain, and how to get the first item. */
export function Empty({
  icon = Inbox,
  children,
}: {
  readonly icon?: IconNode;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon node={icon} size="l" />
      {children}
    </div>
  );
}
