import { describe, expect, it } from 'vitest';
import { emptyBucket } from '#scripts/lib/buckets/empty-bucket.ts';

type Entry = { readonly Key: string; readonly VersionId: string };

/** A bucket with versions as the AWS CLI shows it; an empty list is printed as nothing. */
function bucketWith(versions: Entry[], markers: Entry[]) {
  const left = { Versions: versions, DeleteMarkers: markers };
  const aws = async (args: readonly string[]) => {
    expect(args.slice(2, 4)).toEqual(['--bucket', 'media']);
    if (args[1] === 'list-object-versions') {
      const { Versions, DeleteMarkers } = left;
      if (Versions.length + DeleteMarkers.length === 0) return '';
      return JSON.stringify({
        ...(Versions.length > 0 ? { Versions: Versions.slice(0, 500) } : {}),
        ...(DeleteMarkers.length > 0 ? { DeleteMarkers: DeleteMarkers.slice(0, 500) } : {}),
      });
    }
    const { Objects }: { Objects: Entry[] } = JSON.parse(args[args.indexOf('--delete') + 1] ?? '');
    expect(Objects.length).toBeLessThanOrEqual(1000);
    const isLeft = ({ Key, VersionId }: Entry) =>
      !Objects.some((gone) => gone.Key === Key && gone.VersionId === VersionId);
    left.Versions = left.Versions.filter(isLeft);
    left.DeleteMarkers = left.DeleteMarkers.filter(isLeft);
    return '';
  };
  return { left, aws };
}

const entries = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ Key: 'media/a b', VersionId: `${prefix}${index}` }));

describe('emptyBucket', () => {
  it('deletes every version and every delete marker, page by page', async () => {
    const { left, aws } = bucketWith(entries(1201, 'v'), entries(3, 'm'));

    await expect(emptyBucket('media', aws)).resolves.toBe(1204);
    expect(left).toEqual({ Versions: [], DeleteMarkers: [] });
  });

  it('does nothing in an empty bucket', async () => {
    await expect(emptyBucket('media', bucketWith([], []).aws)).resolves.toBe(0);
  });

  it('stops if S3 does not delete an object', async () => {
    const { aws } = bucketWith(entries(1, 'v'), []);
    const denied = (args: readonly string[]) =>
      args[1] === 'delete-objects' ? Promise.resolve('{"Errors":[{"Code":"AccessDenied"}]}') : aws(args);

    await expect(emptyBucket('media', denied)).rejects.toThrow('AccessDenied');
  });
});
