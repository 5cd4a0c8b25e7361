import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Once, useCommand } from '#console/session/use-command.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure, Progress } from './notices.tsx';

type Send = (once: Once) => Promise<unknown>;

/** A button that sends a command and then reads everything on the screen again. */
export function Command({
  label,
  send,
  quiet = false,
}: {
  readonly label: string;
  readonly send: Send;
  readonly quiet?: boolean;
}) {
  const { run, isBusy, error, isRepeated } = useCommand();
  return (
    <>
      <Button label={label} quiet={quiet} disabled={isBusy} onClick={() => void run(send)} />
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
  children,
}: {
  readonly label: string;
  /** What the button is about, for screen readers, if several buttons have the same label. */
  readonly about?: string;
  readonly title: string;
  readonly send: Send;
  /** Whether the dialog has loaded what it must show before a person can confirm. */
  readonly isReady?: boolean;
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error } = useCommand();
  return (
    <>
      <Button
        label={label}
        quiet
        aria-label={about === undefined ? undefined : `${label}: ${about}`}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
          <Failure error={error} />
          <div class="actions">
            <Button
              label={`Yes, ${label.toLowerCase()}`}
              disabled={isBusy || !isReady}
              onClick={() => void run(send).then((isDone) => isDone && setOpen(false))}
            />
            <Button label="No" quiet onClick={() => setOpen(false)} />
            <Progress isBusy={isBusy} />
          </div>
        </Dialog>
      )}
    </>
  );
}
