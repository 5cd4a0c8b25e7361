/** A refusal the person at the terminal can act on; printed as one line, without a stack trace. */
export class LocalError extends Error {
  override readonly name = 'LocalError';
}
