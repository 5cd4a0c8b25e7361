import { spawnSync } from 'node:child_process';

/** The command lines of each name, in the order in which they run. They stop at the first that fails. */
export type NamedCommands = Readonly<Record<string, readonly string[]>>;

/**
 * Runs the command lines of the name that is the first argument of `npm run <script> -- <name> [arguments]`; the last line gets the other
 * arguments. Without a name, all `unnamed` run, one after the other, and those that failed are listed at the end. Sets the exit code of
 * this process.
 */
export function runNamed(script: string, commands: NamedCommands, unnamed: readonly string[] = []): void {
  const [name, ...others] = process.argv.slice(2);
  const names = name === undefined ? unnamed : [name];
  if (names.length === 0 || names.some((each) => !(each in commands))) {
    console.error(`Usage: npm run ${script} -- <${Object.keys(commands).join(' | ')}> [arguments]`);
    process.exitCode = 2;
    return;
  }
  const failed = names.filter((each) => !runLines(commands[each] ?? [], others));
  if (failed.length === 0) return;
  process.exitCode = 1;
  for (const each of failed) console.error(`Failed: npm run ${script} -- ${each}`);
}

/** Whether all lines succeed. */
function runLines(lines: readonly string[], others: readonly string[]): boolean {
  return lines.every((line, index) => {
    const whole = index === lines.length - 1 ? [line, ...others.map(quoted)].join(' ') : line;
    // A shell finds `npx` and the commands of packages, which are batch files on Windows.
    return spawnSync(whole, { shell: true, stdio: 'inherit' }).status === 0;
  });
}

function quoted(argument: string): string {
  return /^[\w./:=@,-]+$/u.test(argument) ? argument : JSON.stringify(argument);
}
