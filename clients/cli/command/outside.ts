import type { Send } from '#cli/api/send.ts';
import type { Keyring } from '#cli/keys/keyring.ts';

/** A stream that text is written to. */
export type Output = {
  readonly isTerminal: boolean;
  write(text: string): void;
};

/** What the person types, or what another program sends. */
export type Input = {
  readonly isTerminal: boolean;
  /** Everything up to the end of the input. */
  readAll(): Promise<Buffer>;
  /** Shows a question on a terminal and returns the line. */
  ask(question: string): Promise<string>;
  /** The same, but what is typed is not shown. */
  askHidden(question: string): Promise<string>;
};

export type Files = {
  /** Undefined if the file does not exist. */
  read(path: string): Promise<Buffer | undefined>;
  /** Replaces the file in one step, so that a reader or a crash sees the old or the new content. Only the user can read it. */
  writePrivately(path: string, text: string): Promise<void>;
  /** Whether there was a file. */
  remove(path: string): Promise<boolean>;
};

/** Everything that a command uses of the machine. `main.ts` creates it from the process; tests pass doubles. */
export type Outside = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly input: Input;
  readonly output: Output;
  readonly messages: Output;
  /** Aborted when the person presses Ctrl-C. */
  readonly interrupted: AbortSignal;
  readonly files: Files;
  readonly send: Send;
  now(): Date;
  /** Ends early when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  random(bytes: number): Buffer;
  uuid(): string;
  /** Undefined if this machine has no keyring that can be used. */
  keyring(): Promise<Keyring | undefined>;
  /** Opens a URL in the browser. */
  openUrl(url: string): Promise<void>;
};
