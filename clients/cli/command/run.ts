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
  const connected: { host?: URL } = {};
  const send: Outside['send'] = (request) => {
    // The receiver of `listen` gets requests without the key.
    if (request.headers['authorization'] !== undefined) connected.host = request.url;
    return outside.send(request);
  };
  try {
    return await runCommand(commands, { ...outside, send });
  } catch (error) {
    if (outside.interrupted.aborted) return EXIT.interrupted;
    const { host } = connected;
    const failure = host && isOfOtherForm(error) ? notTheApi(host, error) : error;
    const text = failure instanceof CommandError ? failure.message : `The command failed: ${String(failure)}`;
    if (outside.args.includes('--json')) writeJson(outside, failure, text);
    const lines = withoutKeys(text).split('\n').map(safeText);
    outside.messages.write(`${PROGRAM}: ${lines.join('\n')}\n`);
    return failure instanceof CommandError ? failure.exitCode : EXIT.rejected;
  }
}

/** Whether a command has read a response that is not of the API: a field that each response of the API has is missing or of another type. */
function isOfOtherForm(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}

function notTheApi(host: URL, cause: unknown): CommandError {
  const text = `${host.origin} is not the API, or a version that this command does not know: its response has another form. Check --host.`;
  return new CommandError(EXIT.rejected, text, { cause });
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
