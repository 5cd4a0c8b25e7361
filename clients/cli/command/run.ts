import { connectTo } from '#cli/api/connect.ts';
import { chooseCredentials } from '#cli/keys/choose-key.ts';
import manifest from '#cli/package.json' with { type: 'json' };
import { safeJson, safeText, withoutKeys } from '#cli/terminal/safe-text.ts';
import { createScreen } from '#cli/terminal/screen.ts';
import { EXIT, type ExitCode, CommandError } from './command-error.ts';
import type { Command } from './command.ts';
import { commandHelp, overview } from './help.ts';
import type { Outside } from './outside.ts';
import { findCommand, parseValues, PROGRAM } from './parse.ts';

/** Runs the command that the arguments name. Returns the exit code. */
export async function run(commands: readonly Command[], outside: Outside): Promise<ExitCode> {
  try {
    return await runCommand(commands, outside);
  } catch (error) {
    if (outside.interrupted.aborted) return EXIT.interrupted;
    const text = error instanceof CommandError ? error.message : `The command failed: ${String(error)}`;
    if (outside.args.includes('--json')) writeJson(outside, error, text);
    const lines = withoutKeys(text).split('\n').map(safeText);
    outside.messages.write(`${PROGRAM}: ${lines.join('\n')}\n`);
    return error instanceof CommandError ? error.exitCode : EXIT.rejected;
  }
}

async function runCommand(commands: readonly Command[], outside: Outside): Promise<ExitCode> {
  const request = findCommand(commands, outside.args);
  if (request.kind === 'version') return showVersion(outside);
  if (request.kind === 'help') {
    (request.wanted ? outside.output : outside.messages).write(overview(commands, request.group));
    return request.wanted ? EXIT.ok : EXIT.usage;
  }
  const { command, rest } = request;
  const { options, args } = parseValues(command, rest);
  if (options['version'] === true) return showVersion(outside);
  if (options['help'] === true) {
    outside.output.write(commandHelp(command));
    return EXIT.ok;
  }
  const exitCode = await command.run({
    options,
    args,
    outside,
    screen: createScreen(outside),
    async connect() {
      const wanted = { profile: textOf(options['profile']), host: textOf(options['host']) };
      return connectTo(outside, await chooseCredentials(outside, wanted));
    },
  });
  return outside.interrupted.aborted ? EXIT.interrupted : (exitCode ?? EXIT.ok);
}

/** With `--json`, programs read an error from standard output as well. */
function writeJson({ output }: Outside, error: unknown, text: string): void {
  const known = error instanceof CommandError ? error : undefined;
  const fields = {
    message: withoutKeys(text),
    exit_code: known?.exitCode ?? EXIT.rejected,
    status: known?.status,
  };
  output.write(`${safeJson({ error: { ...fields, ...known?.problem } })}\n`);
}

function showVersion({ output }: Outside): ExitCode {
  output.write(`${manifest.version}\n`);
  return EXIT.ok;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
