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
