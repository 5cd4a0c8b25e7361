import { BROADCAST_MACHINE } from '#shared/broadcasts/domain/broadcast-machine.ts';
import { ENDPOINT_MACHINE } from '#shared/webhooks/domain/endpoint-machine.ts';
import { POST_MACHINE } from '#shared/publishing/domain/post-machine.ts';
import type { Reaction, StateMachine } from '#shared/platform/core/state-machine.ts';

const INTRODUCTION = [
  '# States',
  '',
  'Drawn by `npm run states` from the tables that decide at run time: do not edit. A picture shows what leads from one state to',
  'another; the table under it says what each trigger does in each state. `–` means that nothing changes.',
];

/** The page `docs/states.md`: the lives of posts, broadcasts and endpoints as the code has them. */
export function statesPage(): string {
  const sections = [
    ...sectionOf(POST_MACHINE),
    ...sectionOf(BROADCAST_MACHINE),
    ...sectionOf(ENDPOINT_MACHINE),
  ];
  return [...INTRODUCTION, ...sections, ''].join('\n');
}

function sectionOf<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
): string[] {
  return ['', `## ${machine.name}`, '', ...pictureOf(machine), '', ...tableOf(machine)];
}

/** One arrow for each pair of states, with everything that leads from the one to the other. */
function pictureOf<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
): string[] {
  const arrows = machine.states.flatMap((from) =>
    machine.states
      .filter((to) => to !== from)
      .flatMap((to) => {
        const labels = rowsOf(machine).flatMap(({ trigger, reactions }) =>
          reactions[from]
            .filter((reaction) => 'to' in reaction && reaction.to === to)
            .map(({ when }) => (when === undefined ? trigger : `${trigger} (${when})`)),
        );
        // A colon ends the label of an arrow.
        const label = labels.join(', ').replaceAll(':', ' –');
        return labels.length === 0 ? [] : [`  ${from} --> ${to}: ${label}`];
      }),
  );
  return [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${machine.initial}`,
    ...arrows,
    ...machine.final.map((state) => `  ${state} --> [*]`),
    '```',
  ];
}

function tableOf<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...machine.states]),
    row(['---', ...machine.states.map(() => '---')]),
    ...rowsOf(machine).map(({ trigger, reactions }) =>
      row([
        trigger,
        ...machine.states.map((state) => reactions[state].map((each) => told(each, state)).join('; ')),
      ]),
    ),
  ];
}

function told<State extends string>(reaction: Reaction<State>, state: State): string {
  const when = reaction.when === undefined ? '' : ` (${reaction.when})`;
  if ('refuse' in reaction) return `\`${reaction.refuse}\`${when}`;
  const emits = reaction.emits === undefined ? '' : `, \`${reaction.emits}\``;
  return `${reaction.to === state ? '–' : reaction.to}${when}${emits}`;
}

function rowsOf<State extends string, Trigger extends string>({ triggers }: StateMachine<State, Trigger>) {
  const rows: [string, Readonly<Record<State, readonly Reaction<State>[]>>][] = Object.entries(triggers);
  return rows.map(([trigger, reactions]) => ({ trigger, reactions }));
}
