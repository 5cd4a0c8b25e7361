import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { QueryCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoPostTrash } from '#shared/publishing/store/dynamo-post-trash.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

/** A client that writes everything, and reads nothing. */
function writingClient() {
  const written: unknown[] = [];
  const client = {
    async send(command: object) {
      if (command instanceof QueryCommand) throw new Error('The table is away');
      written.push(command);
      return {};
    },
  };
  return { written, client: client as unknown as DynamoDBClient };
}

describe('permanent deletion of posts, when their publications cannot be removed', () => {
  it('succeeds, and the log contains the post ids', async () => {
    const { client, written } = writingClient();
    const log = createRecordingLog();
    const posts = [aPostIn('published', { runs: 1 }), aPostIn('failed', { runs: 2 })];
    const deletions = posts.map((before) => ({ before, after: null }));
    await createDynamoPostTrash(createTable(client, 'core'), log).deletePosts(deletions, null, aContext());

    expect(written).toHaveLength(1);
    expect(log.lines).toEqual(
      posts.map(({ id }) => ({
        level: 'error',
        code: 'PUBLICATIONS_LEFT',
        fields: expect.objectContaining({ post_id: id, detail: 'The table is away' }),
      })),
    );
  });
});
