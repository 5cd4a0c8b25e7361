import type { ErrorCode } from './errors.ts';

/** What a trigger does to a thing in a state: it goes on to a state, stays as it is, or is refused with a code. */
export type Reaction<State extends string> =
  | { readonly to: State; readonly when?: string; readonly emits?: string }
  | { readonly reject: ErrorCode; readonly when?: string };

/**
 * A life as data: what each trigger does in each state. Several reactions of one trigger are told apart by `when`, which
 * says in words what the command decides. The same table is checked by the compiler, attacked by the tests and drawn.
 */
export type StateMachine<State extends string, Trigger extends string> = {
  readonly name: string;
  readonly states: readonly State[];
  readonly initial: State;
  /** States that nothing leaves. */
  readonly final: readonly State[];
  readonly triggers: Readonly<Record<Trigger, Readonly<Record<State, readonly Reaction<State>[]>>>>;
};

/** Declares a machine. @throws Error if a state cannot be reached, is left though final, or stays for ever though not */
export function defineMachine<const State extends string, const Trigger extends string>(
  machine: StateMachine<State, Trigger>,
): StateMachine<State, Trigger> {
  const moves = machine.states.map((from) => ({ from, to: targetsOf(machine, from) }));
  for (const { from, to } of moves) {
    const leaves = to.some((state) => state !== from);
    if (leaves === machine.final.includes(from))
      throw new Error(
        `${machine.name}: "${from}" is ${leaves ? 'final but left' : 'never left but not final'}`,
      );
  }
  const reached = new Set<State>([machine.initial]);
  for (const state of reached) for (const next of targetsOf(machine, state)) reached.add(next);
  const lost = machine.states.filter((state) => !reached.has(state));
  if (lost.length > 0) throw new Error(`${machine.name}: nothing leads to ${lost.join(', ')}`);
  return machine;
}

/** The code with which a trigger is refused in a state, or undefined if the machine lets it through. */
export function errorIn<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
  trigger: Trigger,
  state: State,
): ErrorCode | undefined {
  const [first] = machine.triggers[trigger][state];
  return first && 'reject' in first ? first.reject : undefined;
}

/** The states in which a trigger is not refused, in the machine's order: what a write's condition lists. */
export function statesAllowing<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
  trigger: Trigger,
): readonly State[] {
  return machine.states.filter((state) => errorIn(machine, trigger, state) === undefined);
}

/** Whether a trigger may lead from one state to the other. */
export function mayLead<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
  trigger: Trigger,
  from: State,
  to: State,
): boolean {
  return machine.triggers[trigger][from].some((reaction) => 'to' in reaction && reaction.to === to);
}

function targetsOf<State extends string, Trigger extends string>(
  { triggers }: StateMachine<State, Trigger>,
  from: State,
): State[] {
  const table: readonly Readonly<Record<State, readonly Reaction<State>[]>>[] = Object.values(triggers);
  return table.flatMap((row) => row[from].flatMap((reaction) => ('to' in reaction ? [reaction.to] : [])));
}
