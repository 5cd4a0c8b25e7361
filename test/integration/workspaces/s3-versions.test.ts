import { describe, expect, it } from 'vitest';
import { createS3ExportedCopies } from '#shared/privacy/adapters/s3-exported-copies.ts';
import { type S3Response, s3Doubles } from '#test/support/fixtures/files/s3-double.ts';

const AT = '2026-03-14T09:26:53.000Z';

/** A response of S3 in its order of elements. */
function aPage(entries: readonly string[], isTruncated = false): S3Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><IsTruncated>${isTruncated}</IsTruncated>${entries.join('')}</ListVersionsResult>`;
  return { status: 200, body };
}

function aVersion(key: string, id: string, isLatest: boolean): string {
  return `<Version><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>${isLatest}</IsLatest><LastModified>${AT}</LastModified><ETag>&quot;e&quot;</ETag><Size>3</Size><Owner><ID>o</ID></Owner><StorageClass>STANDARD</StorageClass></Version>`;
}

function aMarker(key: string, id: string): string {
  return `<DeleteMarker><Owner><ID>o</ID></Owner><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>true</IsLatest><LastModified>${AT}</LastModified></DeleteMarker>`;
}

describe('the versions of exported files in S3', () => {
  const startS3 = s3Doubles();

  async function startWith(...responses: S3Response[]) {
    const s3 = await startS3(...responses);
    return { ...s3, copies: createS3ExportedCopies(s3.settings) };
  }

  it('are listed under both prefixes, page by page, and continue after a version', async () => {
    const [one, two] = ['exports/w/e/r/contacts-0001.ndjson', 'exports/w/e/r/contacts-0002.ndjson'];
    const { copies, requests } = await startWith(
      aPage([]),
      aPage([aVersion(one, '2', true), aVersion(one, '1', false)], true),
      aPage([aMarker(two, '3'), aVersion(two, '1', false)]),
    );
    const found = [];
    for await (const copy of copies.list('w')) found.push(copy);

    const writtenAt = new Date(AT);
    expect(found).toEqual([
      { key: one, versionId: '2', isLatest: true, writtenAt },
      { key: one, versionId: '1', isLatest: false, writtenAt },
      { key: two, versionId: '3', isLatest: true, writtenAt },
      { key: two, versionId: '1', isLatest: false, writtenAt },
    ]);
    const queries = requests.map(({ url }) =>
      ['prefix', 'key-marker', 'version-id-marker'].map((name) => url.searchParams.get(name)),
    );
    expect(queries).toEqual([
      ['contact-exports/w/', null, null],
      ['exports/w/', null, null],
      ['exports/w/', one, '1'],
    ]);
  });

  it('are replaced by a write, then the deletion of the earlier version', async () => {
    const { copies, requests } = await startWith({ status: 200 }, { status: 204 });
    const key = 'exports/w/e/r/contacts-0001.ndjson';
    await copies.replace({ key, versionId: '1', isLatest: true, writtenAt: new Date(AT) }, '');

    expect(
      requests.map(({ method, url }) => [method, url.pathname, url.searchParams.get('versionId')]),
    ).toEqual([
      ['PUT', `/MediaBucket/${key}`, null],
      ['DELETE', `/MediaBucket/${key}`, '1'],
    ]);
  });

  it('fail if S3 rejects a request', async () => {
    const denied = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    const { copies } = await startWith(denied, denied);

    await expect(copies.list('w')[Symbol.asyncIterator]().next()).rejects.toThrow(/403: AccessDenied/u);
    await expect(copies.read('exports/w/e/r/contacts-0001.ndjson')).rejects.toThrow(/403: AccessDenied/u);
  });
});
