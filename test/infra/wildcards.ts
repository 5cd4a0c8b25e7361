/**
 * Every place where a policy may say `*`, with the reason. The test refuses any other and any entry that is no longer used,
 * so widening a grant means writing the reason here.
 *
 * `Deny` statements are not listed: a wildcard there takes rights away. `${…Logs.Arn}` ends in `:*` when deployed, which
 * CloudFormation appends to name the streams inside that one log group.
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
];
