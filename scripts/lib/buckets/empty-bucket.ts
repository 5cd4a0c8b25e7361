import * as v from 'valibot';

/** Runs `aws` with arguments and returns its standard output. Rejects with the message of the CLI. */
type RunAws = (args: readonly string[]) => Promise<string>;

/** Objects of one request: S3 deletes at most 1,000 at a time. */
const AT_ONCE = 500;

const entry = v.object({ Key: v.string(), VersionId: v.string() });
const entries = v.optional(v.nullable(v.array(entry)));
const listSchema = v.object({ Versions: entries, DeleteMarkers: entries });
const deletedSchema = v.object({ Errors: v.optional(v.array(v.unknown())) });

/**
 * Deletes every version and every delete marker of a bucket, and returns how many. `aws s3 rm --recursive` would only add delete
 * markers to a bucket with versions, which cannot be deleted afterwards.
 */
export async function emptyBucket(bucket: string, aws: RunAws): Promise<number> {
  const list = ['s3api', 'list-object-versions', '--bucket', bucket, '--max-items', String(AT_ONCE)];
  let deleted = 0;
  for (;;) {
    // The CLI prints nothing for an empty list.
    const found = v.parse(listSchema, JSON.parse((await aws([...list, '--output', 'json'])) || '{}'));
    const Objects = [...(found.Versions ?? []), ...(found.DeleteMarkers ?? [])].slice(0, AT_ONCE);
    if (Objects.length === 0) return deleted;
    const request = JSON.stringify({ Objects, Quiet: true });
    const command = ['s3api', 'delete-objects', '--bucket', bucket, '--delete', request, '--output', 'json'];
    const { Errors = [] } = v.parse(deletedSchema, JSON.parse((await aws(command)) || '{}'));
    // Otherwise the same objects would be listed again without end.
    if (Errors.length > 0)
      throw new Error(`S3 did not delete ${Errors.length} objects: ${JSON.stringify(Errors[0])}`);
    deleted += Objects.length;
  }
}
