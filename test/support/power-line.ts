import type { AnyClient } from './faulty-client.ts';

/** Whether the call that the power fails at still happens. */
export type Moment = 'before' | 'after';

/** The process died here: nothing of its run happens any more. */
class PowerCutError extends Error {
  override readonly name = 'PowerCutError';
}

/** What keeps a function running. Every call it makes to the outside goes over this line. */
export type PowerLine = {
  /** Cuts the power right before or right after the nth call from now on that counts. */
  cutAt(call: number, moment: Moment): void;
  /** A new process starts; calls are counted from 0. */
  restore(): void;
  /** Commands that counted since the last start. */
  calls(): readonly string[];
  /** From now on calls of these commands do not count, such as the reads of a long walk. */
  ignore(...commands: readonly string[]): void;
  /** Looks at something for the test itself: until that is done calls neither count nor fail. */
  aside<T>(look: () => Promise<T>): Promise<T>;
  isCut(): boolean;
  /** How often it was cut so far. */
  cuts(): number;
  /** A call that goes over the line. */
  through<T>(command: string, call: () => Promise<T>): Promise<T>;
  /** Puts every call of an SDK client on the line. */
  connect(client: AnyClient): void;
};

/**
 * A crash at any place: once cut, whatever a run still tries fails, however it handles errors, because a dead process does
 * nothing. So a test can cut at every call in turn.
 */
export function createPowerLine(): PowerLine {
  let calls: string[] = [];
  let ignored: readonly string[] = [];
  let cut: { call: number; moment: Moment } | undefined;
  let isCut = false;
  let cuts = 0;
  let isAside = false;

  function fail(): never {
    if (!isCut) cuts += 1;
    isCut = true;
    throw new PowerCutError('The power is cut');
  }

  async function through<T>(command: string, call: () => Promise<T>): Promise<T> {
    if (isAside) return call();
    if (isCut) fail();
    const counts = !ignored.includes(command);
    if (counts) calls.push(command);
    const moment = counts && calls.length === cut?.call ? cut.moment : undefined;
    if (moment === 'before') fail();
    const [answer] = await Promise.allSettled([call()]);
    // Cut while this call was under way: its answer, good or bad, reaches nobody.
    if (isCut || moment === 'after') fail();
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  return {
    cutAt(call, moment) {
      calls = [];
      isCut = false;
      cut = { call, moment };
    },
    restore() {
      calls = [];
      isCut = false;
      cut = undefined;
    },
    calls: () => [...calls],
    ignore(...commands) {
      ignored = commands;
    },
    async aside(look) {
      isAside = true;
      return look().finally(() => (isAside = false));
    },
    isCut: () => isCut,
    cuts: () => cuts,
    through,
    connect({ middlewareStack }) {
      const middleware =
        <A, R>(next: (args: A) => Promise<R>, { commandName = '' }: { commandName?: string }) =>
        (args: A) =>
          through(commandName.replace(/Command$/u, ''), () => next(args));
      middlewareStack.add(middleware, { step: 'initialize', priority: 'high', name: 'power-line' });
    },
  };
}
