import type { Api } from '#cli/api/connect.ts';
import type { Screen } from '#cli/terminal/screen.ts';
import type { ExitCode } from './command-error.ts';
import type { Outside } from './outside.ts';

/** An option: `--name value` once (`text`) or several times (`list`), or `--name` alone (`flag`). */
export type OptionSpec = {
  readonly type: 'text' | 'list' | 'flag';
  readonly summary: string;
  /** What the help shows for the value. */
  readonly value?: string;
  /** The values that are accepted. */
  readonly choices?: readonly string[];
};

export type ArgumentSpec = {
  readonly name: string;
  readonly summary: string;
  readonly optional?: boolean;
  readonly choices?: readonly string[];
};

type OptionSpecs = Readonly<Record<string, OptionSpec>>;
type ArgumentSpecs = readonly ArgumentSpec[];

type ValueOf<Spec extends OptionSpec> = Spec['type'] extends 'flag'
  ? boolean
  : Spec['type'] extends 'list'
    ? readonly string[]
    : Spec extends { readonly choices: readonly (infer Choice)[] }
      ? Choice | undefined
      : string | undefined;

export type OptionValues<Options extends OptionSpecs> = {
  readonly [Name in keyof Options]: ValueOf<Options[Name]>;
};

export type ArgumentValues<Arguments extends ArgumentSpecs> = {
  readonly [Each in Arguments[number] as Each['name']]: Each extends { readonly optional: true }
    ? string | undefined
    : string;
};

/** The options of every command. */
export const GLOBAL_OPTIONS = {
  json: { type: 'flag', summary: 'Print the result as JSON on standard output' },
  profile: { type: 'text', summary: 'The stored profile to use', value: 'name' },
  host: { type: 'text', summary: 'The address of the API', value: 'url' },
  help: { type: 'flag', summary: 'Show the help of the command' },
  version: { type: 'flag', summary: 'Show the version' },
} as const satisfies OptionSpecs;

/** What a command receives. */
export type Context<Options extends OptionSpecs, Arguments extends ArgumentSpecs> = {
  readonly options: OptionValues<Options> & OptionValues<typeof GLOBAL_OPTIONS>;
  readonly args: ArgumentValues<Arguments>;
  readonly outside: Outside;
  readonly screen: Screen;
  /** The API with the key of the profile. @throws CommandError if there is no key */
  connect(): Promise<Api>;
};

/**
 * The declaration of a command. The parser, the help, the completion scripts and the table in the README derive from it. `name` has the words of
 * the command, such as `deliveries list`.
 */
export type CommandSpec<Options extends OptionSpecs, Arguments extends ArgumentSpecs> = {
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  readonly arguments: Arguments;
  readonly options: Options;
  readonly examples: readonly string[];
  /** Returns the exit code, 0 by default. */
  run(context: Context<Options, Arguments>): Promise<ExitCode | void>;
};

/** A command whose types are forgotten: `options` and `args` have what its declaration says. */
export type Command = Omit<CommandSpec<OptionSpecs, ArgumentSpecs>, 'run'> & {
  run(context: {
    readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
    readonly args: Readonly<Record<string, string | undefined>>;
    readonly outside: Outside;
    readonly screen: Screen;
    connect(): Promise<Api>;
  }): Promise<ExitCode | void>;
};

/** Declares a command. The types of its options and arguments are those that `run` receives. */
export function defineCommand<const Options extends OptionSpecs, const Arguments extends ArgumentSpecs>(
  spec: CommandSpec<Options, Arguments>,
): Command {
  return spec;
}
