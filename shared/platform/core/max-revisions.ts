/** Maximum number of revisions that one condition compares. DynamoDB accepts 100 operands of `IN`; 90 leaves a margin. */
export const MAX_REVISIONS = 90;
