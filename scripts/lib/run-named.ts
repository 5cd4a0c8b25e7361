import { spawnSync } from 'node:child_process';

/** The command lines of each name, in the order in which they run. They stop at the first that fails. */
export type NamedCommands = Readonly<Record<string, readonly string[]>>;

/**
 * Runs the command lines of the name that is the first argument of `npm run <script> -- <name> [arguments]`; the last line gets the other
 * arguments. Sets the exit code of this process. Without a name, `unnamed` run, one after the other.
 */
export function runNamed(script: string, commands: NamedCommands, unnamed: readonly string[] = []): void {
  const [name, ...others] = process.argv.slice(2);
  const lines = name === undefined ? unnamed.flatMap((each) => commands[each] ?? []) : commands[name];
  if (lines === undefined || lines.length === 0) {
    console.error(`Usage: npm run ${script} -- <${Object.keys(commands).join(' | ')}> [arguments]`);
    process.exitCode = 2;
    return;
  }
  const last = lines.length - 1;
  for (const [index, line] of lines.entries()) {
    const whole = index === last ? [line, ...others.map(quoted)].join(' ') : line;
    // A shell finds `npx` and the commands of packages, which are batch files on Windows.
    const { status } = spawnSync(whole, { shell: true, stdio: 'inherit' });
    if (status === 0) continue;
    process.exitCode = status ?? 1;
    return;
  }
}

function quoted(argument: string): string {
  return /^[\w./:=@,-]+$/u.test(argument) ? argument : JSON.stringify(argument);
}
