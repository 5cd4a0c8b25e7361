#!/usr/bin/env node
import { randomBytes, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { EXIT } from '#cli/command/command-error.ts';
import type { Outside, Output } from '#cli/command/outside.ts';
import { run } from '#cli/command/run.ts';
import { COMMANDS } from '#cli/commands/all.ts';
import { openUrl } from '#cli/machine/open-url.ts';
import { privateFiles } from '#cli/machine/private-files.ts';
import { sendOverHttp } from '#cli/machine/send-over-http.ts';
import { systemKeyring } from '#cli/machine/system-keyring.ts';
import { terminalInput } from '#cli/machine/terminal.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error('interrupted')));

let outputError: string | undefined;

/** If a reader such as `head` closes the pipe, the command ends. Any other error, such as a full disk, is a failure of the command. */
function outputTo(stream: NodeJS.WriteStream): Output {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') outputError = error.code ?? error.message;
    interruption.abort(new Error('closed'));
  });
  return { isTerminal: stream.isTTY, write: (text) => void stream.write(text) };
}

const outside: Outside = {
  args: process.argv.slice(2),
  env: process.env,
  home: homedir(),
  input: terminalInput(process.stdin, process.stderr, interruption.signal),
  output: outputTo(process.stdout),
  messages: outputTo(process.stderr),
  interrupted: interruption.signal,
  files: privateFiles,
  send: sendOverHttp,
  now: () => new Date(),
  wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
  random: randomBytes,
  uuid: randomUUID,
  keyring: systemKeyring,
  openUrl: (url) => openUrl(url, process.platform),
};

const exitCode = await run(COMMANDS, outside);
// The error of a write is known only when the write has ended.
await new Promise((resolve) => void process.stdout.write('', resolve));
if (outputError !== undefined)
  process.stderr.write(`workspace-platform: The output cannot be written: ${outputError}.\n`);
process.exitCode = outputError === undefined ? exitCode : EXIT.rejected;
