import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { newSendingBody } from '#shared/broadcasts/http/sending-body.ts';
import { newMessageBody } from '#shared/messaging/http/message-body.ts';
import { issueError } from '#shared/platform/core/issue.ts';
import rows from '#test/corpus/template-parameters.json' with { type: 'json' };

const ofMessage = (parameters: readonly string[]) =>
  v.safeParse(newMessageBody, { template: { name: 'order', language: 'en', parameters } });
const ofBroadcast = (parameters: readonly string[]) =>
  v.safeParse(newSendingBody, { platform: 'whatsapp', template: { language: 'en', parameters } });

describe.each([
  ['a message', ofMessage],
  ['a broadcast', ofBroadcast],
] as const)('the parameters of the template of %s', (_, parse) => {
  it.each(rows)('are what WhatsApp accepts: $input is $right ($report)', ({ input, right }) => {
    const { success, output, issues } = parse(['Ada', input]);

    expect(success).toBe(right !== 'invalid_characters');
    if (success) expect(output.template).toMatchObject({ parameters: ['Ada', right] });
    else expect(issues.map((each) => issueError(each)?.code)).toEqual(['invalid_characters']);
  });
});
