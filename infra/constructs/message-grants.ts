import { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import { allow, messagingArns } from './grants.ts';

/** Allows sending from numbers with the tag `workspace`, and only with the configuration set and the protect configuration of the stage. */
export function maySendMessages(scope: Construct, { messaging }: StageConfig): PolicyStatement[] {
  if (messaging === null) return [];
  const arns = messagingArns(Stack.of(scope));
  const { smsConfigurationSet, protectConfigurationId: protect, whatsapp } = messaging;
  const isAssigned = { Null: { 'aws:ResourceTag/workspace': 'false' } };
  return [
    allow(['sms-voice:SendTextMessage'], [arns.smsNumbers], isAssigned),
    allow(
      ['sms-voice:SendTextMessage'],
      [
        arns.smsConfigurationSet(smsConfigurationSet),
        ...(protect === undefined ? [] : [arns.protectConfiguration(protect)]),
      ],
    ),
    ...(whatsapp
      ? [
          allow(
            ['social-messaging:SendWhatsAppMessage', 'social-messaging:PostWhatsAppMessageMedia'],
            [arns.whatsappNumbers],
            isAssigned,
          ),
        ]
      : []),
  ];
}
