import { type Command, GLOBAL_OPTIONS, type OptionSpec } from './command.ts';
import { PROGRAM } from './parse.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What can follow: the words of a command so far, and what completes them. */
type Step = {
  readonly after: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
};

/** The script that completes commands, subcommands, options and values in a shell. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const steps = stepsOf(commands);
  const values = valuesOf(commands);
  if (shell === 'fish') return fishScript(steps, values);
  return caseScript(shell === 'bash' ? BASH : ZSH, steps, values);
}

function stepsOf(commands: readonly Command[]): Step[] {
  const global = Object.keys(GLOBAL_OPTIONS).map((name) => `--${name}`);
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const groups = firsts.filter((first) => commands.some(({ name }) => name.startsWith(`${first} `)));
  return [
    { after: '', words: firsts, options: global },
    ...groups.map((group) => ({
      after: group,
      words: commands.flatMap(({ name }) =>
        name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : [],
      ),
      options: global,
    })),
    ...commands.map(({ name, options, arguments: args }) => ({
      after: name,
      words: [...(args[0]?.choices ?? [])],
      options: [...Object.keys(options).map((option) => `--${option}`), ...global],
    })),
  ];
}

/** The options with a fixed set of values, by the words of their command. */
function valuesOf(
  commands: readonly Command[],
): { after: string; option: string; words: readonly string[] }[] {
  return commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, { choices }]: [string, OptionSpec]) =>
      choices ? [{ after: name, option: `--${option}`, words: choices }] : [],
    ),
  );
}

type Value = ReturnType<typeof valuesOf>[number];

/** How a shell that completes by a `case` of the words so far differs from the other one. */
type CaseShell = {
  /** From the first line to the words before the cursor, over which a loop runs. */
  readonly begin: string;
  readonly words: string;
  readonly path: string;
  readonly previous: string;
  readonly pattern: (name: string) => string;
  readonly found: (words: readonly string[]) => string;
  /** Offers what was found. */
  readonly end: string;
};

const BASH: CaseShell = {
  begin: `# ${PROGRAM} completion for bash: source <(${PROGRAM} completion bash)
_workspace_platform() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word found=""`,
  words: '"${COMP_WORDS[@]:1:COMP_CWORD-1}"',
  path: 'path',
  previous: '$previous',
  pattern: (name) => name,
  found: (words) => `"${words.join(' ')}"`,
  end: `  COMPREPLY=($(compgen -W "$found" -- "$current"))
}
complete -o default -F _workspace_platform ${PROGRAM}`,
};

const ZSH: CaseShell = {
  begin: `#compdef ${PROGRAM}
# ${PROGRAM} completion for zsh: save as _${PROGRAM} in a folder of $fpath
_workspace_platform() {
  local path_so_far="" word
  local -a found`,
  words: '"${(@)words[2,CURRENT-1]}"',
  path: 'path_so_far',
  previous: '${words[CURRENT-1]}',
  pattern: (name) => `(${name})`,
  found: (words) => `(${words.join(' ')})`,
  end: `  compadd -a found || _files
}
if [ "$funcstack[1]" = "_${PROGRAM}" ]; then
  _workspace_platform
else
  compdef _workspace_platform ${PROGRAM}
fi`,
};

/** Names consist of letters, digits and "-", so they need no escapes in any shell. */
function caseScript(
  { begin, words, path, previous, pattern, found, end }: CaseShell,
  steps: readonly Step[],
  values: readonly Value[],
): string {
  const longer = `\${${path}:+$${path} }$word`;
  const valueCase = (value: Value) => `    '${value.after}:${value.option}') found=${found(value.words)} ;;`;
  const stepCase = (step: Step) =>
    `        '${step.after}') found=${found([...step.words, ...step.options])} ;;`;
  return `${begin}
  for word in ${words}; do
    case "$word" in
      -*) ;;
      *)
        case "${longer}" in
          ${namesOf(steps).map(pattern).join('|')}) ${path}="${longer}" ;;
        esac
        ;;
    esac
  done
  case "$${path}:${previous}" in
${values.map(valueCase).join('\n')}
    *)
      case "$${path}" in
${steps.map(stepCase).join('\n')}
      esac
      ;;
  esac
${end}
`;
}

function fishScript(steps: readonly Step[], values: readonly Value[]): string {
  const line = (after: string, words: readonly string[]) =>
    `complete -c ${PROGRAM} -n '__workspace_platform_after "${after}"' -f -a '${words.join(' ')}'`;
  const options = steps.flatMap(({ after, options: names }) =>
    names.map((name) => {
      const choices = values.find((value) => value.after === after && value.option === name)?.words;
      const accepts = choices ? ` -x -a '${choices.join(' ')}'` : '';
      return `complete -c ${PROGRAM} -n '__workspace_platform_after "${after}"' -l ${name.slice(2)}${accepts}`;
    }),
  );
  return `# ${PROGRAM} completion for fish: save as ~/.config/fish/completions/${PROGRAM}.fish
function __workspace_platform_after
  set -l path
  for word in (commandline -opc)[2..-1]
    if not string match -q -- '-*' $word
      set -l longer (string join ' ' $path $word)
      if contains -- $longer ${namesOf(steps).join(' ')}
        set path $longer
      end
    end
  end
  test "$path" = "$argv[1]"
end
${steps.flatMap(({ after, words }) => (words.length > 0 ? [line(after, words)] : [])).join('\n')}
${options.join('\n')}
`;
}

/** The names after which something can be completed, quoted for a shell. */
function namesOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ after }) => (after === '' ? [] : [`'${after}'`]));
}
