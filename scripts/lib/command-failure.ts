/**
 * Runs a part of a command. Prints the message of an error and the usage instead of a stack trace, and ends with `code`. The usage is left
 * out for errors of the class `explained`, which say what to do.
 */
export async function orUsage<T>(
  usage: string,
  code: number,
  run: () => T | Promise<T>,
  explained?: new (...values: never[]) => Error,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(explained && error instanceof explained ? message : `${message}\n\n${usage}`);
    return process.exit(code);
  }
}
