import * as v from 'valibot';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { UPLOAD_MS } from './network-call.ts';
import { runDigest } from './publish-article.ts';
import { readMedia } from './publish-thread.ts';
import { finalError } from './publishing-stop.ts';
import { fileSchema } from './wordpress-schemas.ts';
import type { WordPressFile } from './wordpress-schemas.ts';
import type { Site } from './wordpress-site.ts';

/** Hexadecimal digits of the run in the slug of a file. */
const DIGITS = 16;

/**
 * Uploads an image with its alternative text, unless an earlier attempt of the run did. An upload that WordPress completes
 * after its request has timed out may leave a second, unused file in the library. @throws PublishingStopError
 */
export async function uploadImage(site: Site, key: string, media: OutgoingMedia): Promise<WordPressFile> {
  const { id, mimeType } = media;
  if (!mimeType.startsWith('image/')) {
    throw finalError(
      'media_unsupported',
      `Articles on WordPress can have only images. Replace the file ${id}, which is ${mimeType}.`,
    );
  }
  const slug = `file-${runDigest(key, DIGITS)}-${id}`;
  const file = (await findFile(site, slug)) ?? (await upload(site, slug, media));
  const altText = media.altText ?? '';
  if (file.alt_text === altText) return file;
  return site.network.call(site.write(`/media/${file.id}`, { alt_text: altText }), fileSchema);
}

async function findFile(site: Site, slug: string): Promise<WordPressFile | undefined> {
  const question = site.read('/media', { slug, context: 'edit', _fields: 'id,slug,source_url,alt_text' });
  const found = await site.network.call(question, v.array(fileSchema));
  return found.find((file) => file.slug === slug);
}

async function upload(site: Site, slug: string, media: OutgoingMedia): Promise<WordPressFile> {
  const { id, mimeType } = media;
  const name = `${id}.${mimeType.slice(mimeType.indexOf('/') + 1)}`;
  const bytes = await readMedia(media);
  const call = site.upload('/media', { slug, name, mimeType, bytes, deadlineMs: UPLOAD_MS });
  return site.network.call(call, fileSchema);
}
