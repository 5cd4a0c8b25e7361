import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/commands/remove-preview.ts', import.meta.url));
/** Neither the CDK nor the AWS CLI is found there: whatever the script does, it deletes nothing. */
const env = { PATH: '/nonexistent' };

describe('npm run preview:remove', () => {
  it.each(['dev', 'staging', 'prod', 'pr-', 'pr-007', 'pr-1;dev', 'pr-1 --context stage=prod'])(
    'rejects the stage %j before it runs anything',
    async (stage) => {
      const run = promisify(execFile)(process.execPath, [SCRIPT, '--stage', stage], { env });

      await expect(run).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is not a preview'),
      });
    },
  );
});
