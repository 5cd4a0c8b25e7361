import { randomUUID } from 'node:crypto';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Media } from '#shared/publishing/domain/media.ts';
import { NOW } from '#test/support/builders/platform/builders.ts';

/** A picture of the library, ready to be posted. */
export function aMedia(overrides: Partial<Media> = {}): Media {
  const workspaceId = overrides.workspaceId ?? randomUUID();
  const uuid = overrides.uuid ?? newId(NOW);
  return {
    id: 1,
    uuid,
    workspaceId,
    name: 'Engine.png',
    mimeType: 'image/png',
    size: 1000,
    altText: null,
    state: 'ready',
    objectKey: `media/${workspaceId}/${uuid}`,
    revision: 1,
    createdAt: NOW,
    ...overrides,
  };
}
