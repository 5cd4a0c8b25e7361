import { EXIT, CommandError, wrongUsage } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';

export const YES_OPTION = { type: 'flag', summary: 'Do not ask for confirmation' } as const;

/**
 * Asks whether to go on.
 * @throws CommandError if the answer is no, or if there is no terminal to ask on
 */
export async function confirm(
  { input }: Pick<Outside, 'input'>,
  question: string,
  yes: boolean,
): Promise<void> {
  if (yes) return;
  if (!input.isTerminal) throw wrongUsage('Without a terminal, confirm with --yes.');
  const answer = await input.ask(`${question} [y/N] `);
  if (!/^y(es)?$/iu.test(answer.trim()))
    throw new CommandError(EXIT.interrupted, 'Cancelled; nothing was changed.');
}
