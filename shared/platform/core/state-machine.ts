import type { ErrorCode } from './errors.ts';

/** A state transition, possibly to the same state, and the event that it emits. */
export type Transition<State extends string> = {
  readonly to: State;
  readonly when?: string;
  readonly emits?: string;
};

/** The reaction to a trigger in a state: a transition, possibly to the same state, or an error code. */
export type Reaction<State extends string, Code extends ErrorCode = ErrorCode> =
  | Transition<State>
  | { readonly reject: Code; readonly when?: string };

/**
 * A state machine as a table: the reactions to each trigger in each state. If a trigger has several reactions, `when` describes
 * in words which one the command chooses. The compiler checks this table, tests attack it, and the diagrams are drawn from it.
 */
export type StateMachine<State extends string, Trigger extends string, Code extends ErrorCode = ErrorCode> = {
  readonly name: string;
  readonly states: readonly State[];
  readonly initial: State;
  /** States without an exit. */
  readonly final: readonly State[];
  readonly triggers: Readonly<Record<Trigger, Readonly<Record<State, readonly Reaction<State, Code>[]>>>>;
};

/**
 * Declares a state machine. @throws Error for an unreachable state, a final state with an exit, or a non-final state
 * without one
 * @__NO_SIDE_EFFECTS__
 */
export function defineMachine<
  const State extends string,
  const Trigger extends string,
  const Code extends ErrorCode,
>(machine: StateMachine<State, Trigger, Code>): StateMachine<State, Trigger, Code> {
  const transitions = machine.states.map((from) => ({ from, to: findTargets(machine, from) }));
  for (const { from, to } of transitions) {
    const leaves = to.some((state) => state !== from);
    if (leaves === machine.final.includes(from))
      throw new Error(
        `${machine.name}: "${from}" is ${leaves ? 'final but left' : 'never left but not final'}`,
      );
  }
  const reached = new Set<State>([machine.initial]);
  for (const state of reached) for (const next of findTargets(machine, state)) reached.add(next);
  const unreachable = machine.states.filter((state) => !reached.has(state));
  if (unreachable.length > 0)
    throw new Error(`${machine.name}: no transition reaches ${unreachable.join(', ')}`);
  return machine;
}

/** The rejection of a trigger in every state, for a row that names only the states which react in another way. */
export function rejectedIn<const State extends string, const Code extends ErrorCode>(
  states: readonly State[],
  code: Code,
): Readonly<Record<State, readonly { readonly reject: Code }[]>> {
  const rejection = [{ reject: code }];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an entry for each state
  return Object.fromEntries(states.map((state) => [state, rejection])) as Record<State, typeof rejection>;
}

/** The error code of a trigger in a state, or undefined if the state machine allows the trigger. */
export function errorIn<State extends string, Trigger extends string, Code extends ErrorCode>(
  machine: StateMachine<State, Trigger, Code>,
  trigger: Trigger,
  state: State,
): Code | undefined {
  const [first] = machine.triggers[trigger][state];
  return first && 'reject' in first ? first.reject : undefined;
}

/** The states that allow a trigger, in declared order, for the condition of a write. */
export function statesAllowing<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
  trigger: Trigger,
): readonly State[] {
  return machine.states.filter((state) => errorIn(machine, trigger, state) === undefined);
}

/** Whether a trigger allows the transition between two states. */
export function transitionFrom<State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
  trigger: Trigger,
  from: State,
  to?: State,
): Transition<State> {
  const reactions: readonly Reaction<State>[] = machine.triggers[trigger][from];
  for (const reaction of reactions)
    if ('to' in reaction && (to === undefined || reaction.to === to)) return reaction;
  throw new Error(`${machine.name}: "${trigger}" has no transition from ${from}${to ? ` to ${to}` : ''}`);
}

function findTargets<State extends string, Trigger extends string>(
  { triggers }: StateMachine<State, Trigger>,
  from: State,
): State[] {
  const table: readonly Readonly<Record<State, readonly Reaction<State>[]>>[] = Object.values(triggers);
  return table.flatMap((row) => row[from].flatMap((reaction) => ('to' in reaction ? [reaction.to] : [])));
}
