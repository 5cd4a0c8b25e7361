import type * as v from 'valibot';
import type { ServerFacts } from '#shared/publishing/domain/account.ts';
import type { Instance } from './mastodon-instance.ts';
import { instanceSchema, nodeInfoSchema } from './mastodon-schemas.ts';
import { PublishingStopError } from './publishing-stop.ts';

/**
 * Software that returns the existing status for an idempotency key. Other servers of the same API ignore the key, such as GoToSocial and
 * Pixelfed.
 */
const HONOURS_KEYS: ReadonlySet<string> = new Set(['mastodon', 'pleroma', 'akkoma']);

/** Whether the server recognises a repeated request by its key. */
export function honoursKeys(facts: Pick<ServerFacts, 'software'> | null): boolean {
  return facts?.software !== null && facts?.software !== undefined && HONOURS_KEYS.has(facts.software);
}

/** What a server says about its software and its limits; null if it says nothing. */
export async function readFacts(instance: Instance): Promise<ServerFacts | null> {
  const [software, limits] = await Promise.all([readSoftware(instance), readLimits(instance)]);
  if (software === null && limits === undefined) return null;
  const { statuses, media_attachments: media } = limits?.configuration ?? {};
  return {
    software,
    characters: statuses?.max_characters ?? limits?.max_toot_chars ?? null,
    files: statuses?.max_media_attachments ?? null,
    imageBytes: media?.image_size_limit ?? null,
    videoBytes: media?.video_size_limit ?? null,
  };
}

/** The name by NodeInfo, because the versions in the API itself do not say whose they are. */
async function readSoftware(instance: Instance): Promise<string | null> {
  const info = await read(instance, '/nodeinfo/2.0', nodeInfoSchema);
  return info?.software.name.toLowerCase() ?? null;
}

/** Version 1 describes servers that do not have version 2. */
async function readLimits(instance: Instance) {
  return (
    (await read(instance, '/api/v2/instance', instanceSchema)) ??
    (await read(instance, '/api/v1/instance', instanceSchema))
  );
}

/** A server that does not respond says nothing: the account can be connected, and posts can be published, without it. */
async function read<const S extends v.GenericSchema>(
  { url, headers, network }: Instance,
  path: string,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  try {
    return await network.call({ method: 'GET', url: url(path), headers }, schema);
  } catch (error) {
    if (error instanceof PublishingStopError) return undefined;
    throw error;
  }
}
