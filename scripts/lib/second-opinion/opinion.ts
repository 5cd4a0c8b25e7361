/** What a tool that this project did not write found out about the project. */
export type Verdict = {
  readonly outcome: 'passed' | 'failed';
  /** One line for the table. */
  readonly summary: string;
  /** Everything that a reader needs to judge the verdict, above all what was stubbed or accepted. */
  readonly details: Readonly<Record<string, unknown>>;
};

export type Opinion = {
  /** The key in the results file. */
  readonly name: string;
  /** The pinned tools with their versions. */
  readonly tools: readonly string[];
  /** The opinion is ended as failed after this time. */
  readonly limitMinutes: number;
  /**
   * Must end its processes when the signal is aborted.
   * @throws MissingToolError if the opinion needs a program that this machine does not have
   */
  run(signal: AbortSignal): Promise<Verdict>;
};

/** The message says what to install. */
export class MissingToolError extends Error {
  override readonly name = 'MissingToolError';
}
