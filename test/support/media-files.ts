import type { MediaType } from '#shared/domain/media/media.ts';

/** How a file of each type begins. */
const STARTS: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'ffd8ffe000104a46494600010100000100010000',
  'image/png':
    '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082',
  'image/webp': '52494646240000005745425056503820180000003001009d012a',
  'image/gif': '474946383961010001008000000000000000002c00000000010001000002024401003b',
  'video/mp4': '000000186674797069736f6d0000020069736f6d69736f32',
  'video/quicktime': '0000001466747970717420200000020071742020',
  'video/webm':
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581021853806701ffffffffffffff',
};

/** The bytes of a file that begins as files of this type do, up to `size` bytes long. */
export function bytesOf(type: MediaType, size = 1000): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from(STARTS[type], 'hex').subarray(0, size));
  return bytes;
}
