import { FAULT_KINDS, type FaultKind } from './faults.ts';
import { type History, type HistoryOptions, runHistory } from './history.ts';

/** The first of this many histories that violates a rule, and how many ran. */
export async function findBroken(
  from: number,
  count: number,
  options: HistoryOptions = {},
  onHistory: (history: History) => void = () => undefined,
): Promise<{ readonly broken: History | undefined; readonly ran: number }> {
  for (let seed = from; seed < from + count; seed += 1) {
    const history = await runHistory(seed, options);
    onHistory(history);
    if (history.broken) return { broken: history, ran: seed - from + 1 };
  }
  return { broken: undefined, ran: count };
}

/** Disables actions and kinds of faults as long as the same rule is violated: the rest is the minimal cause. */
export async function makeSmaller(
  seed: number,
  rule: string,
  options: HistoryOptions = {},
): Promise<History> {
  const off = new Set<FaultKind>(options.off);
  const skip = new Set<number>(options.skip);
  for (const kind of FAULT_KINDS) if (await stillBreaks({ off: new Set([...off, kind]) })) off.add(kind);
  for (let action = 15; action >= 0; action -= 1)
    if (await stillBreaks({ skip: new Set([...skip, action]) })) skip.add(action);
  return runHistory(seed, { ...options, off, skip, isTraced: true });

  async function stillBreaks(less: HistoryOptions): Promise<boolean> {
    const { broken } = await runHistory(seed, { ...options, off, skip, ...less });
    return broken?.rule === rule;
  }
}

/** The information to understand and repeat a violation. */
export function reportOf({ seed, broken, trace }: History): string {
  return [
    `Rule broken: ${broken?.rule ?? 'none'}: ${broken?.detail ?? ''}`,
    `Replay: MODEL_SEED=${seed} npx vitest run test/model/histories.test.ts`,
    'The same rule in the smallest history of this seed:',
    trace,
  ].join('\n');
}
