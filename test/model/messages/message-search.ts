import { FAULT_KINDS, type FaultKind } from '#test/model/faults.ts';
import { MAX_ACTIONS } from './message-actions.ts';
import { type MessageHistory, type MessageHistoryOptions, runMessageHistory } from './message-history.ts';

/** The first of this many histories that violates a rule, and how many ran. */
export async function findBrokenMessages(
  from: number,
  count: number,
  options: MessageHistoryOptions = {},
  onHistory: (history: MessageHistory) => void = () => undefined,
): Promise<{ readonly broken: MessageHistory | undefined; readonly ran: number }> {
  for (let seed = from; seed < from + count; seed += 1) {
    const history = await runMessageHistory(seed, options);
    onHistory(history);
    if (history.broken) return { broken: history, ran: seed - from + 1 };
  }
  return { broken: undefined, ran: count };
}

/** Disables actions and kinds of faults as long as the same rule is violated: the rest is the minimal cause. */
export async function reportSmallest(seed: number, rule: string): Promise<string> {
  const off = new Set<FaultKind>();
  const skip = new Set<number>();
  const stillBreaks = async (less: MessageHistoryOptions): Promise<boolean> =>
    (await runMessageHistory(seed, { off, skip, ...less })).broken?.rule === rule;
  for (const kind of FAULT_KINDS) if (await stillBreaks({ off: new Set([...off, kind]) })) off.add(kind);
  for (let action = MAX_ACTIONS - 1; action >= 0; action -= 1)
    if (await stillBreaks({ skip: new Set([...skip, action]) })) skip.add(action);
  const { broken, trace } = await runMessageHistory(seed, { off, skip, isTraced: true });
  return [
    `Rule broken: ${broken?.rule ?? 'none'}: ${broken?.detail ?? ''}`,
    `Replay: MODEL_SEED=${seed} npx vitest run test/model/messages/histories.test.ts`,
    'The same rule in the smallest history of this seed:',
    trace,
  ].join('\n');
}
