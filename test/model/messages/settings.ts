/** The stage of the functions, which providers return with each receipt. */
export const STAGE = 'model';

/** Timeouts of the functions, and visibility timeouts of their queues, in milliseconds. */
export const MESSAGE_TIMES = { timeoutMs: 30_000, visibilityMs: 180_000 } as const;
