import { ChevronLeft } from 'lucide';
import { Icon } from './icon.tsx';

/** The link from a screen to the one that it belongs to. */
export function BackLink({ href, to }: { readonly href: string; readonly to: string }) {
  return (
    <p class="back">
      <a href={href}>
        <Icon node={ChevronLeft} size="s" flips />
        <bdi>{to}</bdi>
      </a>
    </p>
  );
}
