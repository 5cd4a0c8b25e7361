/** Runs a part of a command. Prints the message of an error and the usage instead of a stack trace, and ends with `code`. */
export async function orUsage<T>(usage: string, code: number, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(code);
  }
}
