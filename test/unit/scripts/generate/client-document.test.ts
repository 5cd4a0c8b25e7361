import { describe, expect, it } from 'vitest';
import { withClosedLists } from '#scripts/generate/client-document.ts';
import { OPEN_LIST } from '#shared/api-docs/open-lists.ts';

describe('withClosedLists', () => {
  it('closes every enum of the document and leaves the rest unchanged', () => {
    const document = {
      info: { title: 'x' },
      schemas: {
        Thing: {
          properties: {
            state: { type: 'string', [OPEN_LIST]: ['on', 'off'] },
            why: { type: ['string', 'null'], [OPEN_LIST]: ['a'] },
          },
          required: ['state'],
        },
      },
    };

    expect(JSON.parse(withClosedLists(JSON.stringify(document)))).toEqual({
      info: { title: 'x' },
      schemas: {
        Thing: {
          properties: {
            state: { type: 'string', enum: ['on', 'off'] },
            why: { type: ['string', 'null'], enum: ['a', null] },
          },
          required: ['state'],
        },
      },
    });
  });
});
