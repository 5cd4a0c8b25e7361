import { type ArgumentSpec, type Command, GLOBAL_OPTIONS, type OptionSpec } from './command.ts';
import { PROGRAM } from './parse.ts';

const EXIT_CODES = `Exit codes
  0    success
  1    the API rejected the request, or the command failed
  2    wrong usage, or a damaged file
  3    no key, an invalid key, or a missing permission
  4    the API is not reachable, or failed
  5    verification failed
  130  interrupted or not confirmed, or the reader of the output ended
`;

/** The help about all commands, or those of a group such as `deliveries`. */
export function overview(commands: readonly Command[], group: string | undefined): string {
  const shown = commands.filter(({ name }) => group === undefined || name.split(' ')[0] === group);
  const rows = shown.map((command): [string, string] => [usageOf(command), command.summary]);
  const usage = group === undefined ? '<command>' : `${group} <command>`;
  return [
    `Usage: ${PROGRAM} ${usage} [options]\n`,
    `Commands\n${columns(rows)}`,
    `Options of every command\n${columns(optionRows(GLOBAL_OPTIONS))}`,
    EXIT_CODES,
  ].join('\n');
}

/** The help about one command. */
export function commandHelp(command: Command): string {
  const { summary, details, options, examples } = command;
  const rows = command.arguments.map((each): [string, string] => [`<${each.name}>`, withChoices(each)]);
  return [
    `${summary}\n${details === undefined ? '' : `\n${details}\n`}`,
    `Usage: ${PROGRAM} ${usageOf(command)} [options]\n`,
    ...(rows.length > 0 ? [`Arguments\n${columns(rows)}`] : []),
    ...(Object.keys(options).length > 0 ? [`Options\n${columns(optionRows(options))}`] : []),
    `Options of every command\n${columns(optionRows(GLOBAL_OPTIONS))}`,
    ...(examples.length > 0
      ? [`Examples\n${examples.map((each) => `  ${PROGRAM} ${each}\n`).join('')}`]
      : []),
  ].join('\n');
}

/** The rows of the table in the README, in Markdown. */
export function commandTable(commands: readonly Command[]): string {
  const rows = commands.map(({ summary, ...command }) => `| \`${usageOf(command)}\` | ${summary} |`);
  return ['| Command | What it does |', '|---|---|', ...rows].join('\n');
}

function usageOf({ name, arguments: args }: Pick<Command, 'name' | 'arguments'>): string {
  return [name, ...args.map((each) => (each.optional === true ? `[${each.name}]` : `<${each.name}>`))].join(
    ' ',
  );
}

function optionRows(options: Readonly<Record<string, OptionSpec>>): [string, string][] {
  return Object.entries(options).map(([name, spec]) => [
    spec.type === 'flag' ? `--${name}` : `--${name} <${spec.value ?? 'value'}>`,
    withChoices(spec) + (spec.type === 'list' ? ' (can be repeated)' : ''),
  ]);
}

function withChoices({ summary, choices }: Pick<ArgumentSpec, 'summary' | 'choices'>): string {
  return choices ? `${summary}: ${choices.join(', ')}` : summary;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('');
}
