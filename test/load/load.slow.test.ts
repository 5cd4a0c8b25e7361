import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** Only a run that lost a delivery takes this long: it waits until the sweep has run. */
const DEADLINE_S = 600;

const figuresSchema = v.object({
  drained: v.boolean(),
  eventsAccepted: v.number(),
  deliveriesExpected: v.number(),
  lost: v.number(),
  moreThanSixAttempts: v.number(),
  wrongSignatures: v.number(),
  crashes: v.array(v.unknown()),
});

describe('60 events to 10 endpoints, a fifth failing, with two power cuts', () => {
  it(
    'loses no delivery, makes no seventh attempt and signs every request',
    { timeout: 660_000 },
    async () => {
      const args = ['--events', '60', '--endpoints', '10', '--kill', '2', '--seed', '7'];
      const command = ['bench/load/run.ts', ...args, '--deadline', String(DEADLINE_S)];
      // A violation exits with code 1; its figures are more useful than its code.
      const { stdout, stderr } = await run(process.execPath, command).catch((error: unknown) =>
        v.parse(v.object({ stdout: v.string(), stderr: v.string() }), error),
      );

      const [line = ''] = stdout.split('\n');
      const figures = v.parse(figuresSchema, line === '' ? {} : JSON.parse(line), { message: () => stderr });
      expect(figures).toMatchObject({ eventsAccepted: 60, deliveriesExpected: 600, drained: true });
      expect(figures.crashes).toHaveLength(2);
      expect(figures).toMatchObject({ lost: 0, moreThanSixAttempts: 0, wrongSignatures: 0 });
    },
  );
});
