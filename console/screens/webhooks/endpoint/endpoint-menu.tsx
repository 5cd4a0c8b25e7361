import { Ellipsis } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { CommandDialog } from '#console/parts/command.tsx';
import { Dialog } from '#console/parts/dialog.tsx';
import { useToast } from '#console/parts/feedback/toast.tsx';
import { Icon } from '#console/parts/icon.tsx';
import { Menu, type MenuItem } from '#console/parts/menu.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { useCommand } from '#console/session/use-command.ts';
import type { EndpointCommand } from './endpoint-commands.tsx';

/** The commands of an endpoint behind “⋯”. A command that costs something is asked about in a dialog. */
export function EndpointMenu({
  name,
  commands,
  links = [],
  look = 'quiet small icon-only',
}: {
  /** The name of the button, for screen readers. */
  readonly name: ComponentChildren;
  readonly commands: readonly EndpointCommand[];
  /** Screens that the menu opens, above the commands. */
  readonly links?: readonly (MenuItem & { readonly href: string })[];
  readonly look?: string;
}) {
  const command = useCommand();
  const toast = useToast();
  const [asked, setAsked] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const open = commands.find(({ label }) => label === asked);

  async function send({ label, send: sent, done }: EndpointCommand): Promise<void> {
    const isDone = await command.run(sent);
    if (!isDone) setFailed(label);
    else if (done) toast(done);
  }

  const items = commands.map((each) => ({
    label: each.label,
    icon: each.icon,
    onChoose: () => (each.question ? setAsked(each.label) : void send(each)),
  }));
  return (
    <>
      <Menu
        label="Actions"
        look={look}
        tip="More actions"
        sections={[
          ...(links.length > 0 ? [{ label: 'Screens', items: links }] : []),
          { label: 'Commands', items },
        ]}
      >
        <Icon node={Ellipsis} />
        <span class="spoken">{name}</span>
      </Menu>
      <Progress isBusy={command.isBusy && !open} />
      {open?.question && (
        <CommandDialog
          command={command}
          label={open.label}
          title={open.question.title}
          send={open.send}
          isFinal={open.isFinal ?? false}
          done={open.done}
          onClose={() => setAsked(undefined)}
        >
          {open.question.content}
        </CommandDialog>
      )}
      {failed !== undefined && command.error && (
        <Dialog title={failed} onClose={() => setFailed(undefined)}>
          <Failure error={command.error} />
          <div class="actions">
            <Button label="Close" quiet autofocus onClick={() => setFailed(undefined)} />
          </div>
        </Dialog>
      )}
    </>
  );
}
