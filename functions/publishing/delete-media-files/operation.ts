import * as v from 'valibot';
import { MEDIA_WRITE } from '#shared/files/http/media-access.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const MAX_FILES = 100;

const ADVICE = 'Use the ID of a file: its uuid, or its id as a number or as a string of digits.';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const INTEGER = /^[1-9]\d{0,14}$/u;

/** Clients of Mixpost send integer ids as strings. */
const reference = v.pipe(
  v.union([v.number(), v.string()], issue('invalid_type', ADVICE)),
  v.transform((id) => String(id).toLowerCase()),
  v.check((id) => UUID.test(id) || INTEGER.test(id), issue('invalid_format', ADVICE)),
  v.metadata({
    jsonSchema: {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', format: 'uuid' },
        { type: 'string', pattern: INTEGER.source },
      ],
    },
  }),
);

export const operation = defineOperation({
  name: 'delete-media-files',
  product: 'publishing',
  summary: 'Delete several files',
  description:
    `Deletes at most ${MAX_FILES} files. The response lists in \`ids\` the files that were deleted, and in \`skipped\` the others, ` +
    'each with an error code. A file that a scheduled post uses is skipped.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/media' }],
  access: MEDIA_WRITE,
  // Each file is one transaction, and the search for posts that use the files takes up to six seconds.
  timeoutSeconds: 25,
  checksKeyOnWrite: true,
  uses: [
    'get-media-records',
    'delete-media-records',
    'query-listed-posts',
    'batch-get-posts',
    'put-audit-entries',
    'delete-media',
    'update-quotas',
  ],
  body: jsonObject({
    items: withDescription(
      v.pipe(boundedList(reference, MAX_FILES), v.minLength(1), v.maxLength(MAX_FILES)),
      'IDs of the files; integer IDs and UUIDs can be mixed',
    ),
  }),
  responses: {
    200: v.object({
      deleted: withDescription(v.boolean(), 'Whether at least one file was deleted'),
      ids: withDescription(v.array(v.string()), 'IDs of the deleted files, in the form of the request'),
      skipped: withDescription(
        v.array(
          v.object({
            id: withDescription(v.string(), 'ID of a file that was not deleted, in the form of the request'),
            code: withDescription(
              v.picklist(['media_not_found', 'media_in_use', 'concurrent_update']),
              'Why the file was not deleted: the error code that `deleteMedia` would return',
            ),
          }),
        ),
        'Files that were not deleted',
      ),
    }),
  },
  examples: [
    {
      summary: 'Delete two files',
      body: { items: [7, '01980000-0000-7000-8000-000000000001'] },
    },
  ],
});
