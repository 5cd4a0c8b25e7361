import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { DraftForm, type DraftFormProps } from './draft-form.tsx';

/** A button that opens a form in its place. */
export function OpenedForm<Draft>({
  label,
  title,
  instead,
  ...form
}: Omit<DraftFormProps<Draft>, 'onDone' | 'onCancel'> & {
  readonly label: string;
  readonly title: string;
  /** Shown instead of the button, if the form cannot be opened. */
  readonly instead?: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!isOpen) return instead ?? <Button label={label} onClick={() => setOpen(true)} />;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <DraftForm {...form} onDone={close} onCancel={close} />
    </section>
  );
}
