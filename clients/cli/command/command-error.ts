/** The exit codes of the command line, as in its README. */
export const EXIT = {
  ok: 0,
  rejected: 1,
  usage: 2,
  credentials: 3,
  unreachable: 4,
  verification: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command: `message` says what is wrong and what to do instead. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: ExitCode;
  /** The status of the response, if the API sent one. */
  readonly status: number | undefined;
  /** What the response says, for programs. */
  readonly problem: { readonly code?: string; readonly request_id?: string } | undefined;
  /** How long the API asks the caller to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    exitCode: ExitCode,
    message: string,
    {
      status,
      problem,
      retryAfterMs,
      cause,
    }: { status?: number; problem?: CommandError['problem']; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.status = status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A file that cannot be read or written, such as in a home folder of somebody else. */
export class FileError extends CommandError {
  override readonly name = 'FileError';
}

export function wrongUsage(message: string): CommandError {
  return new CommandError(EXIT.usage, message);
}

/** Whether the same request can succeed later: no connection, a server error, or too many requests. */
export function canPass(error: unknown): error is CommandError {
  return error instanceof CommandError && (error.exitCode === EXIT.unreachable || error.status === 429);
}
