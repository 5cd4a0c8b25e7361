// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const export_not_found = {
  code: 'export_not_found',
  status: 404,
  title: 'Export not found',
  detail: 'The workspace has no export with this ID.',
} as const;
export const export_running = {
  code: 'export_running',
  status: 409,
  title: 'An export of the workspace is running',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly privacy: typeof import('#shared/privacy/errors.ts');
  }
}
