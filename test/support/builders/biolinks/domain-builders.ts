import { randomUUID } from 'node:crypto';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** A pending domain with a unique host. */
export function aDomain(overrides: Partial<PageDomain> = {}): PageDomain {
  return {
    id: newId(NOW),
    workspaceId: randomUUID(),
    host: `${randomUUID()}.example.com`,
    state: 'pending',
    challenge: 'workspace-verification=0123456789abcdef',
    verifiedAt: null,
    createdAt: NOW,
    ...overrides,
  };
}

export function aPixel(overrides: Partial<Pixel> = {}): Pixel {
  return {
    id: newId(NOW),
    workspaceId: randomUUID(),
    provider: 'google',
    tagId: 'G-ABC1234567',
    name: 'Shop analytics',
    createdAt: NOW,
    ...overrides,
  };
}
