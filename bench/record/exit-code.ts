/**
 * The exit code of a benchmark that ran to its end and missed a target. Any other code except 0 means that the benchmark is broken or
 * found a broken guarantee: a brief run, whose figures say nothing, tells the two apart by it.
 */
export const TARGET_MISSED = 3;
