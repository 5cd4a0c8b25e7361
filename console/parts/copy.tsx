import { Copy as CopyIcon } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** A button that copies a text. */
export function Copy({
  text,
  label = 'Copy',
  isSmall = true,
}: {
  readonly text: string;
  readonly label?: string;
  /** Whether the button is beside the text. Otherwise it is one of the actions of the screen. */
  readonly isSmall?: boolean;
}) {
  const [done, setDone] = useState<string>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setDone('Copied');
    } catch {
      setDone('Select the text and copy it');
    }
    setTimeout(() => setDone(undefined), 2000);
  }

  return (
    <button type="button" class={isSmall ? 'quiet small' : undefined} onClick={() => void copy()}>
      <Icon node={CopyIcon} size="s" />
      <span aria-live="polite">{done ?? label}</span>
    </button>
  );
}
