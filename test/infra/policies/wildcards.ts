/**
 * Every place where a policy may contain `*`, with the reason. The test rejects any other and any unused entry, so a wider
 * grant requires a reason here.
 *
 * `Deny` statements are not listed: a wildcard there removes rights. `${…Logs.Arn}` ends in `:*` when deployed, which
 * CloudFormation appends to include the streams inside that one log group.
 */
export const WILDCARDS: readonly {
  readonly action: string;
  readonly resource: string;
  readonly reason: string;
}[] = [
  {
    action: 'kms:*',
    resource: '*',
    reason:
      'Key policy: "*" is the key itself, and the account root must keep administration or the key cannot be managed by anyone; use is granted by role policies, each for one purpose.',
  },
  {
    action: 'dynamodb:ListStreams',
    resource: '*',
    reason:
      'AWS defines no resource type for ListStreams; Lambda demands it of a stream consumer. It reveals names only.',
  },
  {
    action: 'cloudwatch:DescribeAlarms',
    resource: '*',
    reason:
      'CodeDeploy asks for the alarms that end a rollout; AWS wants the whole account where composite alarms may be asked for. It reads states only.',
  },
  {
    action: 's3:PutObject',
    resource: '${UndispatchedRecords.Arn}/aws/lambda/*',
    reason:
      'Lambda names the objects it keeps for a mapping by shard and time; the prefix is all that is known.',
  },
  {
    action: 'scheduler:CreateSchedule',
    resource:
      'arn:${AWS::Partition}:scheduler:${AWS::Region}:${AWS::AccountId}:schedule/workspace-<stage>-retries/*',
    reason:
      'Schedules are named by delivery and attempt, so their names are unknown before; the group is exact.',
  },
  {
    action: 's3:PutObject',
    resource: '${UnprojectedRecords.Arn}/aws/lambda/*',
    reason: 'As for undispatched records: only the prefix is known.',
  },
  {
    action: 'scheduler:CreateSchedule',
    resource:
      'arn:${AWS::Partition}:scheduler:${AWS::Region}:${AWS::AccountId}:schedule/workspace-<stage>-jobs/*',
    reason: 'Schedules are named by post or broadcast and plan; the group is exact.',
  },
  {
    action: 'scheduler:DeleteSchedule',
    resource:
      'arn:${AWS::Partition}:scheduler:${AWS::Region}:${AWS::AccountId}:schedule/workspace-<stage>-jobs/*',
    reason: 'The same schedules, taken back when a plan changes.',
  },
  {
    action: 's3:PutObject',
    resource: '${MediaBucket.Arn}/pending/*',
    reason:
      'Uploads are named by workspace and file, which are not known before; a client is given a URL for exactly one of them.',
  },
  {
    action: 's3:GetObject',
    resource: '${MediaBucket.Arn}/pending/*',
    reason: 'The same uploads, read by the one function that checks them.',
  },
  {
    action: 's3:AbortMultipartUpload',
    resource: '${MediaBucket.Arn}/pending/*',
    reason: 'The same uploads, of which the function that downloads files has stored only some parts.',
  },
  {
    action: 's3:DeleteObject',
    resource: '${MediaBucket.Arn}/pending/*',
    reason: 'The same uploads, once they are rejected or moved.',
  },
  {
    action: 's3:PutObject',
    resource: '${MediaBucket.Arn}/media/*',
    reason:
      'Checked files are named by workspace and file; only the function that checks uploads writes them.',
  },
  {
    action: 's3:GetObject',
    resource: '${MediaBucket.Arn}/media/*',
    reason: 'The same files, read by URLs that name exactly one, and by what publishes posts.',
  },
  {
    action: 's3:DeleteObject',
    resource: '${MediaBucket.Arn}/media/*',
    reason: 'The same files, deleted with their records.',
  },
  ...['pending', 'media', 'exports', 'contact-exports', 'imports'].map((prefix) => ({
    action: 's3:DeleteObjectVersion',
    resource: `\${MediaBucket.Arn}/${prefix}/*`,
    reason:
      'Every version of the files of a workspace, deleted by the function that erases workspaces, and those of exports by the one that erases contacts.',
  })),
  {
    action: 's3:PutObject',
    resource: '${MediaBucket.Arn}/exports/*',
    reason:
      'Files of exports are named by workspace and export; the function that exports writes them, and the one that erases contacts rewrites them.',
  },
  {
    action: 's3:PutObject',
    resource: '${MediaBucket.Arn}/imports/*',
    reason: 'Signing the upload of a file of an import; its key contains workspace and import.',
  },
  {
    action: 's3:GetObject',
    resource: '${MediaBucket.Arn}/imports/*',
    reason: 'The same files, read in parts by the function that processes their lines.',
  },
  {
    action: 's3:DeleteObject',
    resource: '${MediaBucket.Arn}/imports/*',
    reason: 'The same files, deleted once their import has ended.',
  },
  {
    action: 's3:PutObject',
    resource: '${MediaBucket.Arn}/contact-exports/*',
    reason: 'The files of an export of contacts; their keys contain workspace, export and run.',
  },
  {
    action: 's3:GetObject',
    resource: '${MediaBucket.Arn}/contact-exports/*',
    reason: 'The same files, read by URLs that name exactly one.',
  },
  {
    action: 's3:GetObject',
    resource: '${MediaBucket.Arn}/exports/*',
    reason: 'The same files, read by URLs that name exactly one.',
  },
];
