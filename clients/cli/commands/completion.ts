import { defineCommand } from '#cli/command/command.ts';
import type { Command } from '#cli/command/command.ts';
import { completionScript, SHELLS } from '#cli/command/completion.ts';

/** The command knows all others, so it is created with them. */
export function completionOf(all: () => readonly Command[]) {
  return defineCommand({
    name: 'completion',
    summary: 'Print the completion script of a shell',
    arguments: [{ name: 'shell', summary: 'The shell', choices: SHELLS }],
    options: {},
    examples: [
      'completion bash >> ~/.bashrc',
      'completion fish > ~/.config/fish/completions/workspace-platform.fish',
    ],
    async run({ args, screen }) {
      const shell = SHELLS.find((each) => each === args.shell);
      if (shell !== undefined) screen.raw(completionScript(shell, all()));
    },
  });
}
