import { parseArgs } from 'node:util';
import { wrongUsage } from './command-error.ts';
import { type Command, GLOBAL_OPTIONS, type OptionSpec } from './command.ts';
import { nearest } from './nearest.ts';

export const PROGRAM = 'workspace-platform';

/** What was asked for: a command with its other arguments, or help about a group of commands (`undefined`: about all). */
export type Request =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: 'help'; readonly group: string | undefined; readonly wanted: boolean }
  | { readonly kind: 'version' };

export type Values = {
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly args: Readonly<Record<string, string | undefined>>;
};

/**
 * Finds the command at the beginning of the arguments. Global options may precede it.
 * @throws CommandError if there is no such command
 */
export function findCommand(commands: readonly Command[], args: readonly string[]): Request {
  const words = leadingWords(args);
  const [first, second] = words.map(({ word }) => word);
  for (const count of [2, 1]) {
    const taken = words.slice(0, count);
    const name = taken.map(({ word }) => word).join(' ');
    const command = taken.length === count && commands.find((each) => each.name === name);
    if (!command) continue;
    const indexes = taken.map(({ index }) => index);
    return { kind: 'command', command, rest: args.filter((_, index) => !indexes.includes(index)) };
  }
  const wantsHelp = args.includes('--help') || first === 'help';
  if (first === undefined) {
    if (args.includes('--version')) return { kind: 'version' };
    const unknown = args.find((arg) => arg.startsWith('-') && !isGlobal(arg));
    if (unknown !== undefined) throw wrongUsage(`Write a command before ${hideValue(unknown)}.`);
    return { kind: 'help', group: undefined, wanted: wantsHelp };
  }
  if (first === 'help') return { kind: 'help', group: second, wanted: true };
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && (second === undefined || wantsHelp))
    return { kind: 'help', group: first, wanted: wantsHelp };
  const typed = group.length > 0 ? `${first} ${second}` : first;
  const names =
    group.length > 0 ? group.map(({ name }) => name) : commands.map(({ name }) => firstWord(name));
  throw wrongUsage(`There is no command "${typed}".${suggestion(typed, names)} See ${PROGRAM} --help.`);
}

/** @throws CommandError if the arguments are not those of the command */
export function parseValues(command: Command, rest: readonly string[]): Values {
  const specs: Readonly<Record<string, OptionSpec>> = { ...GLOBAL_OPTIONS, ...command.options };
  const { values, positionals } = parseStrictly(command, specs, rest);
  const options: Record<string, string | boolean | readonly string[] | undefined> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = values[name];
    options[name] =
      spec.type === 'flag' ? value === true : spec.type === 'list' ? listOf(value) : textOf(value);
    for (const each of [options[name]].flat())
      if (spec.choices && typeof each === 'string') requireChoice(`--${name}`, each, spec.choices);
  }
  if (options['help'] === true || options['version'] === true) return { options, args: {} };

  const args: Record<string, string | undefined> = {};
  for (const [index, { name, optional, choices }] of command.arguments.entries()) {
    const value = positionals[index];
    if (value === undefined && optional !== true)
      throw wrongUsage(`<${name}> is missing. See ${PROGRAM} ${command.name} --help.`);
    if (value !== undefined && choices) requireChoice(`<${name}>`, value, choices);
    args[name] = value;
  }
  // What was typed is not repeated: it can be a key.
  if (positionals.length > command.arguments.length)
    throw wrongUsage(
      `"${command.name}" has too many arguments: ${positionals.length} instead of ${command.arguments.length}. ` +
        `See ${PROGRAM} ${command.name} --help.`,
    );
  return { options, args };
}

function parseStrictly(
  command: Command,
  specs: Readonly<Record<string, OptionSpec>>,
  rest: readonly string[],
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type }]) => [
      name,
      type === 'flag' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: type === 'list' },
    ]),
  );
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ''] = error.message.split('. To specify');
    const typed = /Unknown option '--([^']+)'/u.exec(sentence)?.[1];
    const hint =
      typed === undefined
        ? ''
        : suggestion(
            `--${typed}`,
            Object.keys(specs).map((name) => `--${name}`),
          );
    throw wrongUsage(`${sentence.replace(/\.$/u, '')}.${hint} See ${PROGRAM} ${command.name} --help.`);
  }
}

function leadingWords(args: readonly string[]): { word: string; index: number }[] {
  const words: { word: string; index: number }[] = [];
  for (let index = 0; index < args.length && words.length < 2; index += 1) {
    const word = args[index] ?? '';
    if (!word.startsWith('-')) words.push({ word, index });
    else if (!isGlobal(word)) break;
    else if (takesValue(word)) index += 1;
  }
  return words;
}

function isGlobal(arg: string): boolean {
  return Object.hasOwn(GLOBAL_OPTIONS, arg.slice(2).split('=')[0] ?? '');
}

function takesValue(arg: string): boolean {
  const spec = Object.entries(GLOBAL_OPTIONS).find(([name]) => `--${name}` === arg)?.[1];
  return spec?.type === 'text';
}

function hideValue(option: string): string {
  return option.split('=')[0] ?? '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `--events a,b --events c` are three values; a value of `--set` or `--header` may contain commas, so commands split it. */
function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function requireChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw wrongUsage(`${name} must be one of ${choices.join(', ')}.${suggestion(value, choices)}`);
}

function suggestion(typed: string, known: readonly string[]): string {
  const found = nearest(typed, known);
  return found === undefined ? '' : ` Did you mean "${found}"?`;
}

/** The items of comma-separated values. */
export function items(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** @throws CommandError unless the text is a whole number in the range */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrongUsage(`${name} must be a whole number from ${least} to ${most}.`);
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? '';
}
