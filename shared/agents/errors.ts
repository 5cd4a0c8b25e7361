// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const origin_not_allowed = {
  code: 'origin_not_allowed',
  status: 403,
  title: 'The origin is not allowed',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly agents: typeof import('#shared/agents/errors.ts');
  }
}
