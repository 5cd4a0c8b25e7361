/*
 * Files of the ISO base media file format begin with the brands that they conform to (ISO/IEC 14496-12, 4.3). Cameras and encoders invent brands,
 * so that only those of pictures and sounds are listed here.
 */

/** Brands of still pictures and of their sequences: HEIF, AVIF, JPEG 2000, JPEG XL, and the raw pictures of Canon. */
const PICTURES: ReadonlySet<string> = new Set(
  'heic heix heim heis hevc hevx hevm hevs mif1 mif2 msf1 miaf MA1A MA1B avif avio avis avci avcs jpeg jpgs j2ki j2is jp2 jpm jpx mjp2 jxl crx'.split(
    ' ',
  ),
);
/** Brands of files without pictures: those of Apple and Adobe for music and audio books, and audio books of Audible. */
const SOUNDS: ReadonlySet<string> = new Set('M4A M4B M4P F4A F4B aax aaxc'.split(' '));
/** Brands with which a player of MP4 can read a file of another major brand, such as a video of a phone (`3gp5`). */
const MP4 = /^(?:iso[m\d]|mp4\d|avc1|dash|M4V[HP]?)$/u;

/** The type of a file that is MP4, whatever its major brand; `detected` for every other file. */
export function isoMediaType(start: Uint8Array, detected: string | undefined): string | undefined {
  const [major, ...compatible] = brandsOf(start);
  if (major === undefined || major === 'qt') return detected;
  if (SOUNDS.has(major)) return 'audio/mp4';
  if (PICTURES.has(major)) return detected === 'video/mp4' ? undefined : detected;
  if (major.startsWith('3g')) return compatible.some((brand) => MP4.test(brand)) ? 'video/mp4' : detected;
  // A file of an unknown brand is a picture if only readers of pictures can read it.
  const isPicture = !MP4.test(major) && compatible.some((brand) => PICTURES.has(brand));
  return isPicture && !compatible.some((brand) => MP4.test(brand)) ? undefined : 'video/mp4';
}

/** The major brand, then the compatible ones, without padding; empty for every other file. */
function brandsOf(start: Uint8Array): string[] {
  const text = (from: number, to: number): string => String.fromCharCode(...start.subarray(from, to));
  if (start.length < 12 || text(4, 8) !== 'ftyp') return [];
  const { buffer, byteOffset } = start;
  const end = Math.min(new DataView(buffer, byteOffset).getUint32(0), start.length);
  const brands = [text(8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(at, at + 4));
  return brands.map((brand) => brand.replaceAll(/[\0 ]+$/gu, ''));
}
