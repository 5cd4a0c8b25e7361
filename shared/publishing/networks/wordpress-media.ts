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
/** Characters of a file name, without its ending. */
const MAX_NAME = 100;

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
  if (isKept(altText, file.alt_text)) return file;
  return site.network.call(site.write(`/media/${file.id}`, { alt_text: altText }), fileSchema);
}

/** Whether the site has a text. WordPress removes elements, backslashes and encoded characters from texts, and combines white space. */
function isKept(sent: string, kept: string): boolean {
  return sent === kept || (essence(sent) !== '' && essence(sent) === essence(kept));
}

function essence(text: string): string {
  return text
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/&[a-z]+;|%[\da-f]{2}/giu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{So}]/gu, '');
}

async function findFile(site: Site, slug: string): Promise<WordPressFile | undefined> {
  const question = site.read('/media', { slug, context: 'edit', _fields: 'id,slug,source_url,alt_text' });
  const found = await site.network.call(question, v.array(fileSchema));
  return found.find((file) => file.slug === slug);
}

async function upload(site: Site, slug: string, media: OutgoingMedia): Promise<WordPressFile> {
  const { mimeType, name: title } = media;
  const bytes = await readMedia(media);
  const name = fileNameOf(media);
  const call = site.upload('/media', { slug, title, name, mimeType, bytes, deadlineMs: UPLOAD_MS });
  return site.network.call(call, fileSchema);
}

/** The name of the library in the characters of a header, with the ending of its type. The title of the file has the name as it is. */
function fileNameOf({ id, name = '', mimeType }: OutgoingMedia): string {
  const words = name
    .replace(/\.[a-z\d]{1,5}$/iu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w-]+/gu, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-+|-+$/gu, '');
  return `${words === '' ? id : words}.${mimeType.slice(mimeType.indexOf('/') + 1)}`;
}
