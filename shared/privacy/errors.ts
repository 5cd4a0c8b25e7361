import { conflict, missing } from '#shared/platform/core/error-kind.ts';

export const export_not_found = () => missing('export_not_found', 'export');
export const export_running = () => conflict('export_running', 'An export of the workspace is running');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly privacy: typeof import('#shared/privacy/errors.ts');
  }
}
