import type { Media, MediaPixels, MediaType } from '#shared/files/domain/media.ts';
import type { ProviderName } from './account.ts';
import type { NetworkLimits } from './limits-of-network.ts';
import type { ContentItem } from './post.ts';

/** A file of a post. One whose type is not known yet counts as an image. */
export type LimitedMedia = Pick<Media, 'id'> & {
  readonly mimeType: MediaType | null;
  readonly size: number | null;
} & Partial<MediaPixels>;
/** The files of a post, by id. */
export type LimitedFiles = ReadonlyMap<number, LimitedMedia>;

/** A limit that a version exceeds; `at` is the rest of the JSON pointer after its content. */
export type LimitProblem = { readonly at: string; readonly detail: string; readonly limit: number };

type Fault = { readonly detail: string; readonly limit: number };

/** The limits that the files of an item exceed: their number, combination, types and sizes. Unknown files are ignored. */
export function mediaProblems(
  provider: ProviderName,
  limits: NetworkLimits,
  { media }: ContentItem,
  index: number,
  files: LimitedFiles,
): LimitProblem[] {
  const at = `/${index}/media`;
  const known = media.flatMap((id) => files.get(id) ?? []);
  const together =
    countFault(provider, limits, known) ??
    singleFault(provider, limits, known) ??
    totalFault(provider, limits, known);
  const each = media.flatMap((id, place) => {
    const file = files.get(id);
    const fault =
      file &&
      (typeFault(provider, limits, file) ??
        sizeFault(provider, limits, file) ??
        photoFault(provider, limits, file));
    return fault ? [{ at: `${at}/${place}`, ...fault }] : [];
  });
  return [...(together ? [{ at, ...together }] : []), ...each];
}

function countFault(
  provider: ProviderName,
  { images: mostImages, videos: mostVideos, combined }: NetworkLimits,
  known: readonly LimitedMedia[],
): Fault | undefined {
  const filmed = known.filter(isVideo).length;
  const shown = known.length - filmed;
  if (combined !== undefined) {
    if (known.length <= combined) return undefined;
    const detail = `Posts on ${provider} can have at most ${combined} files. Remove the others.`;
    return { detail, limit: combined };
  }
  if (filmed > mostVideos) {
    const detail =
      mostVideos === 0
        ? `Posts on ${provider} cannot have videos. Remove the videos.`
        : `Posts on ${provider} can have at most ${mostVideos} video. Remove the others.`;
    return { detail, limit: mostVideos };
  }
  const most = filmed > 0 ? 0 : mostImages;
  if (shown <= most) return undefined;
  const detail =
    filmed > 0
      ? `Posts on ${provider} cannot combine a video with images. Remove the video or the images.`
      : mostImages === 0
        ? `Posts on ${provider} cannot have images. Remove the images.`
        : `Posts on ${provider} can have at most ${mostImages} images. Remove the others.`;
  return { detail, limit: most };
}

function singleFault(
  provider: ProviderName,
  { single = [] }: NetworkLimits,
  known: readonly LimitedMedia[],
): Fault | undefined {
  const lonely = known.find(({ mimeType }) => mimeType !== null && single.includes(mimeType));
  if (lonely === undefined || known.length === 1) return undefined;
  const detail = `The file ${lonely.id} is ${lonely.mimeType}. Posts on ${provider} cannot combine it with other files. Use a post of its own.`;
  return { detail, limit: 1 };
}

function totalFault(
  provider: ProviderName,
  { mediaBytes }: NetworkLimits,
  known: readonly LimitedMedia[],
): Fault | undefined {
  const total = known.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (mediaBytes === undefined || total <= mediaBytes) return undefined;
  const detail = `The files have ${total} bytes together. The maximum on ${provider} is ${mediaBytes}. Use fewer or smaller files.`;
  return { detail, limit: mediaBytes };
}

function typeFault(
  provider: ProviderName,
  { mediaTypes }: NetworkLimits,
  { id, mimeType }: LimitedMedia,
): Fault | undefined {
  if (mimeType === null || mediaTypes === undefined || mediaTypes.includes(mimeType)) return undefined;
  const detail = `File ${id} is ${mimeType}. Posts on ${provider} can have ${mediaTypes.join(', ')}. Use one of these types.`;
  return { detail, limit: 0 };
}

function sizeFault(
  provider: ProviderName,
  { imageBytes, videoBytes }: NetworkLimits,
  file: LimitedMedia,
): Fault | undefined {
  const limit = isVideo(file) ? videoBytes : (imageBytes ?? undefined);
  if (limit === undefined || (file.size ?? 0) <= limit) return undefined;
  const [what, kind] = isVideo(file) ? ['Video', 'video'] : ['Image', 'image'];
  const detail = `${what} ${file.id} has ${file.size} bytes. The maximum on ${provider} is ${limit}. Use a smaller ${kind}.`;
  return { detail, limit };
}

/** A photo whose pixels are unknown is sent, because only the network can say. */
function photoFault(
  provider: ProviderName,
  { photo, single = [] }: NetworkLimits,
  { id, mimeType, width = null, height = null }: LimitedMedia,
): Fault | undefined {
  const isPhoto = mimeType?.startsWith('image/') === true && !single.includes(mimeType);
  if (photo === undefined || !isPhoto || width === null || height === null) return undefined;
  const shown = `Photo ${id} has ${width} × ${height} pixels.`;
  if (width + height > photo.sides) {
    const detail = `${shown} The maximum on ${provider} is ${photo.sides} for width and height together. Use a smaller photo.`;
    return { detail, limit: photo.sides };
  }
  if (Math.max(width, height) <= photo.ratio * Math.min(width, height)) return undefined;
  const detail = `${shown} On ${provider}, one side can be at most ${photo.ratio} times as long as the other. Crop the photo.`;
  return { detail, limit: photo.ratio };
}

function isVideo({ mimeType }: Pick<LimitedMedia, 'mimeType'>): boolean {
  return mimeType?.startsWith('video/') === true;
}
