import { closeSync, existsSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
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

export type PositionFile = { write(position: StreamPosition): void; close(): void };

/**
 * Stores the position, so that a restart continues after it. The file is overwritten in place: a killed process has written a
 * position or has not, and replacing a file for every batch stops the event loop for milliseconds.
 */
export function openPositionFile(file: string): PositionFile {
  let descriptor: number | undefined;
  let length = 0;
  let last = '';
  return {
    write: (position) => {
      const text = JSON.stringify(position);
      if (text === last) return;
      last = text;
      if (descriptor === undefined) {
        mkdirSync(dirname(file), { recursive: true });
        if (!existsSync(file)) writeJsonFile(file, position);
        descriptor = openSync(file, 'r+');
        length = fstatSync(descriptor).size;
      }
      // A shorter text must leave nothing of the longer one.
      length = Math.max(length, Buffer.byteLength(text));
      writeSync(descriptor, text.padEnd(length), 0);
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}
