import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';

const positionSchema = v.object({
  streamArn: v.string(),
  shardId: v.string(),
  /** The last record that was handled or skipped; undefined at the start of a shard. */
  sequenceNumber: v.optional(v.string()),
});

/** The position in a stream up to which records are handled. */
export type StreamPosition = v.InferOutput<typeof positionSchema>;

/** The stored position; undefined if nothing was read yet. */
export function readPosition(file: string): StreamPosition | undefined {
  const stored = readJsonFile(file);
  return stored === undefined ? undefined : v.parse(positionSchema, stored);
}

/** Stores the position, so that a restart continues after it. */
export function writePosition(file: string, position: StreamPosition): void {
  mkdirSync(dirname(file), { recursive: true });
  writeJsonFile(file, position);
}
