import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Once, useCommand } from '#console/session/use-command.ts';
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
  done,
}: {
  readonly label: string;
  readonly send: Send;
  readonly quiet?: boolean;
  /** What a toast says afterwards, if the screen does not say it itself. */
  readonly done?: Done;
}) {
  const { run, isBusy, error, isRepeated } = useCommand();
  const toast = useToast();
  return (
    <>
      <Button
        label={label}
        quiet={quiet}
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

/** A button that asks in a dialog before it sends a command. `children` say what the command changes. */
export function AskedCommand({
  label,
  about,
  title,
  send,
  isReady = true,
  isFinal = false,
  done,
  children,
}: {
  readonly label: string;
  /** What the button is about, for screen readers, if several buttons have the same label. */
  readonly about?: string;
  readonly title: string;
  readonly send: Send;
  /** Whether the dialog has loaded what it must show before a person can confirm. */
  readonly isReady?: boolean;
  /** Whether the command cannot be undone. */
  readonly isFinal?: boolean;
  /** What a toast says afterwards, if the screen does not say it itself. */
  readonly done?: Done;
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error } = useCommand();
  const toast = useToast();

  async function confirm(): Promise<void> {
    if (!(await run(send))) return;
    setOpen(false);
    if (done) toast(done);
  }

  return (
    <>
      <Button
        label={label}
        look={isFinal ? 'danger' : 'secondary'}
        aria-label={about === undefined ? undefined : `${label}: ${about}`}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog title={title} isBusy={isBusy} onClose={() => setOpen(false)}>
          {children}
          <Failure error={error} />
          <div class="actions">
            <Progress isBusy={isBusy} />
            <Button label="No" quiet autofocus onClick={() => setOpen(false)} />
            <Button
              label={`Yes, ${label.toLowerCase()}`}
              look={isFinal ? 'danger full' : 'primary'}
              disabled={!isReady}
              isBusy={isBusy}
              onClick={() => void confirm()}
            />
          </div>
        </Dialog>
      )}
    </>
  );
}
