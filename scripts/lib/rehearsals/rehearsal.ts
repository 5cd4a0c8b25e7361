/** One observation of a rehearsal. */
export type RehearsedStep = { readonly step: string; readonly observed: string; readonly seconds: number };

/** A procedure of the operations manual that is performed on emulators, from beginning to end. */
export type Rehearsal = {
  readonly name: string;
  /** What a pass shows. */
  readonly shows: string;
  readonly limitMinutes: number;
  /** Throws if something else happens than the manual says. `note` records each step when it has ended. */
  run(note: Note, signal: AbortSignal): Promise<void>;
};

/** Records a step, with the time since the one before it. */
export type Note = (step: string, observed: string) => void;

/** Starts to record the steps of a rehearsal. */
export function createNotes(clock: () => number, print: (line: string) => void) {
  const steps: RehearsedStep[] = [];
  let from = clock();
  const note: Note = (step, observed) => {
    const now = clock();
    const seconds = Math.round((now - from) / 100) / 10;
    from = now;
    steps.push({ step, observed, seconds });
    print(`  ${seconds.toFixed(1).padStart(6)} s  ${step}: ${observed}`);
  };
  return { note, steps };
}
