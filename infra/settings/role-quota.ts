/**
 * IAM roles that a stage creates at most, with a margin for a few new functions: each function has a role of its own. An account may
 * have 1,000 by default. `test/infra/stacks.test.ts` counts them.
 */
export const ROLES_PER_STAGE = 245;
