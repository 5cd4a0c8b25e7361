import { AskedCommand, Command } from '#console/parts/command.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { type EndpointCommand, useEndpointCommands } from './endpoint-commands.tsx';

/** What a person can do with an endpoint, as buttons. The endpoint is deleted on its own screen. */
export function EndpointControls({ endpoint }: { readonly endpoint: Endpoint }) {
  const commands = useEndpointCommands(endpoint);
  return (
    <div class="actions">
      {commands
        .filter(({ isFinal = false }) => !isFinal)
        .map((command) => (
          <EndpointButton key={command.label} command={command} />
        ))}
    </div>
  );
}

/** One command of an endpoint as a button. */
export function EndpointButton({
  command: { label, icon, send, done, question, isFinal = false },
  hasIcon = false,
}: {
  readonly command: EndpointCommand;
  readonly hasIcon?: boolean;
}) {
  const look = { label, send, done, icon: hasIcon ? icon : undefined };
  if (!question) return <Command {...look} />;
  return (
    <AskedCommand {...look} isFinal={isFinal} title={question.title}>
      {question.content}
    </AskedCommand>
  );
}
