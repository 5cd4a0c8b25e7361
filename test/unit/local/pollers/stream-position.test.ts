import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPositionFile, readPosition } from '#local/pollers/stream-position.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'position-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function position(sequenceNumber: string) {
  return { streamArn: 'arn', shardId: 'shard', sequenceNumber };
}

it('overwrites a position in place, also with a shorter one and after a restart', () => {
  const file = join(folder, 'positions', 'mapping.json');
  const first = openPositionFile(file);
  first.write(position('9'.repeat(40)));
  first.write(position('10'));
  expect(readPosition(file)).toEqual(position('10'));

  // A killed process closes nothing.
  const second = openPositionFile(file);
  second.write(position('11'));
  expect(readPosition(file)).toEqual(position('11'));
  expect(readFileSync(file, 'utf8').length).toBeGreaterThan(40);
  for (const each of [first, second]) each.close();
});
