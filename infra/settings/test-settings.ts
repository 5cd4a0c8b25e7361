import { basename } from 'node:path';
import { SettingsError } from './settings-error.ts';

/** Settings of a deployment that nobody owns, for the synthesis of prod in CI and in tests. */
export const TEST_SETTINGS = {
  // The account of AWS's documentation. The CDK rejects a deployment with the credentials of another account.
  env: { account: '111122223333', region: 'eu-central-1' },
  alarmMail: { page: 'page@example.com', warn: 'warn@example.com' },
  pageHost: {
    name: 'pages.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
  },
};

/**
 * Allows the test settings only for an assembly in a folder such as `cdk.out/test-prod`. `cdk deploy` writes to `cdk.out`, so that nobody
 * deploys them by mistake. @throws SettingsError for another folder
 */
export function requireTestFolder(outputFolder: string): void {
  if (basename(outputFolder).startsWith('test-')) return;
  throw new SettingsError(
    'The test settings are never deployed: leave out `-c settings=test`, or synthesize to a folder such as `--output cdk.out/test-prod`.',
  );
}
