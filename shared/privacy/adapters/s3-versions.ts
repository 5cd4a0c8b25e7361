import { rejectResponse, type S3Requests } from '#shared/platform/adapters/s3-requests.ts';

/** Timeout of one attempt in milliseconds. */
const LIMIT_MS = 5000;

/** A version of an object in a bucket with versioning, or a delete marker. */
export type ObjectVersion = {
  readonly key: string;
  readonly versionId: string;
  /** Whether a request without a version ID reads this version. */
  readonly isLatest: boolean;
  readonly lastModified: Date;
};

/** Where a list continues: after a version, or after all versions of a key. */
export type VersionPosition = { readonly key: string; readonly versionId?: string };

export type VersionPage = {
  readonly versions: readonly ObjectVersion[];
  /** The position to continue from; undefined at the end. */
  readonly readTo: VersionPosition | undefined;
};

const ENTRY = /<(Version|DeleteMarker)>(.*?)<\/\1>/gsu;
const TRUNCATED = /<IsTruncated>true<\/IsTruncated>/u;

/** Some versions of the objects whose keys begin with a prefix, in the order of the keys. Our keys have no characters that XML escapes. */
export function listVersions(
  s3: S3Requests,
  {
    prefix,
    limit,
    after,
  }: { readonly prefix: string; readonly limit: number; readonly after?: VersionPosition | undefined },
): Promise<VersionPage> {
  const query = {
    versions: '',
    prefix,
    'max-keys': String(limit),
    ...(after ? { 'key-marker': after.key } : {}),
    ...(after?.versionId === undefined ? {} : { 'version-id-marker': after.versionId }),
  };
  return s3.send({ method: 'GET', key: '', query }, LIMIT_MS, (response) => {
    if (response.status !== 200) return rejectResponse(response);
    const xml = response.body.toString();
    const versions = [...xml.matchAll(ENTRY)].map(([, , entry = '']) => ({
      key: textOf(entry, 'Key'),
      versionId: textOf(entry, 'VersionId'),
      isLatest: textOf(entry, 'IsLatest') === 'true',
      lastModified: new Date(textOf(entry, 'LastModified')),
    }));
    return { versions, readTo: TRUNCATED.test(xml) ? versions.at(-1) : undefined };
  });
}

/** Deletes one version of an object. It is no error if the version does not exist. */
export async function removeVersion(
  s3: S3Requests,
  { key, versionId }: Pick<ObjectVersion, 'key' | 'versionId'>,
): Promise<void> {
  await s3.send({ method: 'DELETE', key, query: { versionId } }, LIMIT_MS, (response) => {
    if (response.status !== 204) rejectResponse(response);
  });
}

function textOf(entry: string, element: string): string {
  return new RegExp(`<${element}>([^<]*)</${element}>`, 'u').exec(entry)?.[1] ?? '';
}
