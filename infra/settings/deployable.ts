import type { Stage, StageConfig } from '#infra/config.ts';
import { SettingsError } from './settings-error.ts';

/**
 * What a stage with customer data still needs before it may be deployed, each as an instruction. The committed settings of prod
 * lack all three: an account, somebody who hears the alarms, and a host for pages that is not the API's.
 */
export function missingSettings(
  stage: Stage,
  { env, alarmMail, pageHost }: Pick<StageConfig, 'env' | 'alarmMail' | 'pageHost'>,
): readonly string[] {
  if (stage !== 'prod') return [];
  return [
    ...(env === null
      ? [
          '`env` is missing: set the account and region, so that credentials of another account cannot deploy prod.',
        ]
      : []),
    ...(alarmMail.page === null
      ? ['`alarmMail.page` is missing: set the address that receives urgent alarms.']
      : []),
    ...(pageHost === null
      ? ["`pageHost` is missing: set a host for public pages other than the API's, and its certificate."]
      : []),
  ];
}

/** @throws SettingsError with the missing settings of a stage with customer data */
export function requireDeployable(stage: Stage, config: StageConfig): void {
  const missing = missingSettings(stage, config);
  if (missing.length > 0)
    throw new SettingsError(
      [
        `Complete the settings of ${stage} first, in infra/config.ts or in the third argument of WorkspacePlatform:`,
        ...missing.map((line) => `- ${line}`),
        'In the repository of the platform, `npm run synth` without a stage synthesizes it with test settings.',
      ].join('\n'),
    );
}
