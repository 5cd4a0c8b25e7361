import { randomUUID } from 'node:crypto';
import { newRemoteMedia } from '#shared/files/domain/media-download.ts';
import type { KnownMedia, RemoteMedia } from '#shared/files/domain/media.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** A picture of the library, ready to be posted. */
export function aMedia(overrides: Partial<KnownMedia> = {}): KnownMedia {
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
    width: null,
    height: null,
    state: 'ready',
    download: null,
    objectKey: `media/${workspaceId}/${uuid}`,
    revision: 1,
    createdAt: NOW,
    ...overrides,
  };
}

/** A file that is downloaded from a URL; its first attempt is due. */
export function aRemoteMedia(overrides: Partial<RemoteMedia> = {}): RemoteMedia {
  const { workspaceId = randomUUID(), uuid = newId(NOW) } = overrides;
  const source = { url: 'https://files.example.com/Engine.png', name: 'Engine.png', altText: null };
  return { ...newRemoteMedia(source, { id: 1, uuid, workspaceId }, NOW), ...overrides };
}
