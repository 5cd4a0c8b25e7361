import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const agentsErrors = declareErrors({
  origin_not_allowed: { status: 403, title: 'The origin is not allowed' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly agents: typeof agentsErrors;
  }
}
