import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DraftForm, type DraftFormProps } from './draft-form.tsx';

/** A button that asks in a dialog for what a command needs. The fields begin with the values of the moment in which it opens. */
export function AskedForm<Draft>({
  label,
  quiet = true,
  title,
  ...form
}: Omit<DraftFormProps<Draft>, 'onDone' | 'onCancel'> & {
  readonly label: string;
  readonly quiet?: boolean;
  readonly title: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button label={label} quiet={quiet} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <DraftForm {...form} onDone={close} onCancel={close} />
        </Dialog>
      )}
    </>
  );
}
