import { describe, expect, it } from 'vitest';
import { templateOf } from '#console/screens/messaging/conversations/template-draft.ts';

describe('templateOf', () => {
  it('has a parameter for each line that is not empty', () => {
    const draft = { name: ' order_update ', language: 'en_US', parameters: ' Ada \n\nC-1042\n' };

    expect(templateOf(draft)).toEqual({
      name: 'order_update',
      language: 'en_US',
      parameters: ['Ada', 'C-1042'],
    });
  });
});
