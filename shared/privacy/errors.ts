import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const privacyErrors = declareErrors({
  export_not_found: {
    status: 404,
    title: 'Export not found',
    detail: 'The workspace has no export with this ID.',
  },
  export_running: { status: 409, title: 'An export of the workspace is running' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly privacy: typeof privacyErrors;
  }
}
