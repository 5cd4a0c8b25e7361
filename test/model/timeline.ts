import { type Act, createAgenda } from './agenda.ts';

/** Virtual time: only the events of the agenda advance it. */
export type Timeline = {
  now(): number;
  /** Runs a callback after this many milliseconds; returns a function that cancels it. */
  after(milliseconds: number, act: Act): () => void;
  /** The same for callbacks that do not keep the history running. */
  afterAll(milliseconds: number, act: Act): () => void;
  /** The time of the next event. */
  next(): number | undefined;
  isBusy(): boolean;
  /** Runs the next event, with everything that follows from it before any other event. False at the end. */
  step(): Promise<boolean>;
  /** Adds to the trace, if there is one. */
  say(actor: string, what: () => string): void;
  readonly lines: readonly TraceLine[];
  readonly steps: number;
};

export type TraceLine = { readonly at: number; readonly actor: string; readonly what: string };

export function createTimeline(start: number, isTraced: boolean): Timeline {
  const agenda = createAgenda();
  const lines: TraceLine[] = [];
  let now = start;
  let steps = 0;
  return {
    now: () => now,
    after: (milliseconds, act) => agenda.add(now + milliseconds, act),
    afterAll: (milliseconds, act) => agenda.add(now + milliseconds, act, true),
    next: agenda.next,
    isBusy: agenda.isBusy,
    async step() {
      const item = agenda.take();
      if (!item) return false;
      now = item.at;
      steps += 1;
      if (item.act() === false) return true;
      // A turn of the event loop runs every continuation: all runs are at a call again, or have ended.
      await new Promise<void>((resolve) => void setImmediate(resolve));
      return true;
    },
    say(actor, what) {
      if (isTraced) lines.push({ at: now, actor, what: what() });
    },
    lines,
    get steps() {
      return steps;
    },
  };
}

/** A trace for people: virtual time since the start, actor, action. */
export function readableTrace(lines: readonly TraceLine[], start: number): string {
  return lines
    .map(({ at, actor, what }) => `${elapsed(at - start).padStart(15)}  ${actor.padEnd(26)} ${what}`)
    .join('\n');
}

function elapsed(milliseconds: number): string {
  const days = Math.floor(milliseconds / 86_400_000);
  const rest = new Date(milliseconds % 86_400_000).toISOString().slice('yyyy-mm-ddT'.length, -1);
  return days > 0 ? `${days}d ${rest}` : rest;
}
