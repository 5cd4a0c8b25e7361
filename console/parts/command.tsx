import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Once, type Running, useCommand } from '#console/session/use-command.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { type Done, useToast } from './feedback/toast.tsx';
import { Failure, Progress } from './notices.tsx';

type Send = (once: Once) => Promise<unknown>;

/** A button that sends a command and then reads everything on the screen again. */
export function Command({
  label,
  send,
  quiet = false,
  icon,
  shortcut,
  done,
}: {
  readonly label: string;
  readonly send: Send;
  readonly quiet?: boolean;
  readonly icon?: IconNode | undefined;
  /** The single key that does the same. */
  readonly shortcut?: string;
  /** What a toast says afterwards, if the screen does not say it itself. */
  readonly done?: Done | undefined;
}) {
  const { run, isBusy, error, isRepeated } = useCommand();
  const toast = useToast();
  return (
    <>
      <Button
        label={label}
        quiet={quiet}
        {...(icon ? { icon } : {})}
        aria-keyshortcuts={shortcut}
        isBusy={isBusy}
        onClick={() => void run(send).then((isDone) => isDone && done && toast(done))}
      />
      <Progress isBusy={isBusy} />
      <Failure error={error} />
      {isRepeated && (
        <output>This command was sent before without a response. It was carried out only once.</output>
      )}
    </>
  );
}

/** What a dialog asks before it sends a command. */
type Question = {
  readonly label: string;
  readonly title: string;
  readonly send: Send;
  /** Whether the dialog has loaded what it must show before a person can confirm. */
  readonly isReady?: boolean;
  /** Whether the command cannot be undone. */
  readonly isFinal?: boolean;
  /** What a toast says afterwards, if the screen does not say it itself. */
  readonly done?: Done | undefined;
  /** What the command changes. */
  readonly children: ComponentChildren;
};

/** A button that asks in a dialog before it sends a command. */
export function AskedCommand({
  about,
  icon,
  ...question
}: Question & {
  /** What the button is about, for screen readers, if several buttons have the same label. */
  readonly about?: string;
  readonly icon?: IconNode | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const command = useCommand();
  const { label, isFinal = false } = question;
  return (
    <>
      <Button
        label={label}
        look={isFinal ? 'danger' : 'secondary'}
        {...(icon ? { icon } : {})}
        aria-label={about === undefined ? undefined : `${label}: ${about}`}
        onClick={() => setOpen(true)}
      />
      {isOpen && <CommandDialog {...question} command={command} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The dialog that asks before it sends a command. */
export function CommandDialog({
  command: { run, isBusy, error },
  label,
  title,
  send,
  isReady = true,
  isFinal = false,
  done,
  onClose,
  children,
}: Question & { readonly command: Running; readonly onClose: () => void }) {
  const toast = useToast();

  async function confirm(): Promise<void> {
    if (!(await run(send))) return;
    onClose();
    if (done) toast(done);
  }

  return (
    <Dialog title={title} isBusy={isBusy} onClose={onClose}>
      {children}
      <Failure error={error} />
      <div class="actions">
        <Progress isBusy={isBusy} />
        <Button label="No" quiet autofocus onClick={onClose} />
        <Button
          label={`Yes, ${label.toLowerCase()}`}
          look={isFinal ? 'danger full' : 'primary'}
          disabled={!isReady}
          isBusy={isBusy}
          onClick={() => void confirm()}
        />
      </div>
    </Dialog>
  );
}
