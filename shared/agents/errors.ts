import { forbidden } from '#shared/platform/core/error-kind.ts';

export const origin_not_allowed = () => forbidden('origin_not_allowed', 'The origin is not allowed');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly agents: typeof import('#shared/agents/errors.ts');
  }
}
