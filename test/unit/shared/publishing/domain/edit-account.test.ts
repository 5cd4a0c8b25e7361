import { describe, expect, it } from 'vitest';
import { ACCOUNT_STATUSES } from '#shared/publishing/domain/account.ts';
import { editAccount } from '#shared/publishing/domain/edit-account.ts';
import { editTag } from '#shared/publishing/domain/edit-tag.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAccount, aTag } from '#test/support/builders/publishing/account-builders.ts';

const authorisation = {
  profile: { identity: 'new', username: 'new', image: null },
  sealedCredentials: 'new-sealed',
  tokens: null,
};

describe('editAccount', () => {
  it('updates revision and timestamp with every change', () => {
    const before = anAccount({ revision: 4 });

    expect(editAccount(before, { name: 'New' }, secondsAfterNow(9))).toEqual({
      ...before,
      name: 'New',
      revision: 5,
      updatedAt: secondsAfterNow(9),
    });
  });

  it.each(ACCOUNT_STATUSES)('connects an account that was %s with a new authorisation', (status) => {
    const before = anAccount({ status, image: 'https://img.example.com/a.png' });

    expect(editAccount(before, { authorisation }, secondsAfterNow(9))).toMatchObject({
      status: 'connected',
      name: before.name,
      username: 'new',
      image: null,
      sealedCredentials: 'new-sealed',
    });
  });

  it('gives the status that the caller sends precedence', () => {
    expect(editAccount(anAccount(), { authorisation, status: 'disabled' }, secondsAfterNow(9))?.status).toBe(
      'disabled',
    );
  });

  it.each([{}, { name: 'Moreau Lights' }, { status: 'connected' as const }])(
    'returns undefined if %j changes nothing',
    (edit) => {
      expect(editAccount(anAccount(), edit, secondsAfterNow(9))).toBeUndefined();
    },
  );
});

describe('editTag', () => {
  it('changes the given fields and increments the revision', () => {
    const before = aTag();

    expect(editTag(before, { name: 'Sale' })).toEqual({ ...before, name: 'Sale', revision: 2 });
    expect(editTag(before, { hexColor: '#000000' })).toEqual({ ...before, hexColor: '#000000', revision: 2 });
  });

  it('returns undefined if nothing changes', () => {
    const before = aTag();

    expect(editTag(before, { name: before.name, hexColor: before.hexColor })).toBeUndefined();
    expect(editTag(before, {})).toBeUndefined();
  });
});
