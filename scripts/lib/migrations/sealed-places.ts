import { ACCESS_TOKEN_KEY_CONTEXT } from '#shared/biolinks/adapters/access-token-key.ts';
import { accessTokenKeyKey } from '#shared/biolinks/store/keys.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { credentialsContext } from '#shared/publishing/domain/account-credentials.ts';
import { OAUTH_PROVIDERS } from '#shared/publishing/domain/account.ts';
import { appContext } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { headersContext } from '#shared/webhooks/sending/seal-headers.ts';
import { privateKeyContext } from '#shared/webhooks/sending/signing-key.ts';

/** A ciphertext in an item: the names on the way to it, and what it is bound to. */
export type SealedPlace = {
  readonly path: readonly string[];
  readonly sealed: string;
  readonly context: SealContext;
};

type Rule = {
  readonly pk: RegExp;
  readonly places: readonly { readonly path: string; readonly contextOf: (item: Item) => SealContext }[];
};

const text = (item: Item, name: string): string => String(item[name]);
const owner = (item: Item) => ({ id: text(item, 'id'), workspaceId: text(item, 'workspaceId') });

const signing = (item: Item): SealContext => {
  const { id, workspaceId } = owner(item);
  return { purpose: 'signing', workspace: workspaceId, subject: id };
};
const signingKey = (item: Item) => privateKeyContext(owner(item).workspaceId, owner(item).id);
const headers = (item: Item) => headersContext(owner(item));
const notification = (item: Item) => notificationSealContext(owner(item));

/**
 * Every ciphertext that is stored for longer than some days. Those of stored responses expire within 24 hours, and those of the salts of
 * visitors within three days.
 */
const RULES: readonly Rule[] = [
  {
    // Endpoints and delivery targets.
    pk: /^[EX]#/u,
    places: [
      { path: 'secrets.current', contextOf: signing },
      { path: 'secrets.previous.sealed', contextOf: signing },
      { path: 'signingKeys.current.sealed', contextOf: signingKey },
      { path: 'signingKeys.previous.sealed', contextOf: signingKey },
      { path: 'headers.sealed', contextOf: headers },
    ],
  },
  {
    pk: /^NT#/u,
    places: ['sealed', 'previous.sealed', 'unsubscribe.sealed', 'confirmation.sealed'].map((path) => ({
      path: `destination.${path}`,
      contextOf: notification,
    })),
  },
  {
    pk: /^A#/u,
    places: [
      {
        path: 'sealedCredentials',
        contextOf: (item) =>
          credentialsContext({ workspaceId: text(item, 'workspaceId'), uuid: text(item, 'uuid') }),
      },
    ],
  },
  {
    pk: /^OA#/u,
    places: [
      {
        path: 'sealedSecret',
        contextOf(item) {
          const provider = OAUTH_PROVIDERS.find((each) => each === item['provider']);
          if (!provider) throw new MalformedItemError(`${text(item, 'pk')}/${text(item, 'sk')} (provider)`);
          return appContext({ workspaceId: text(item, 'workspaceId'), provider });
        },
      },
    ],
  },
  {
    pk: new RegExp(`^${accessTokenKeyKey().pk}$`, 'u'),
    places: [{ path: 'sealedKey', contextOf: () => ACCESS_TOKEN_KEY_CONTEXT }],
  },
];

/** The ciphertexts of an item of the core table. @throws MalformedItemError if it is unknown what they are bound to */
export function sealedPlaces(item: Item): readonly SealedPlace[] {
  const rule = RULES.find(({ pk }) => pk.test(String(item['pk'])));
  return (rule?.places ?? []).flatMap(({ path, contextOf }) => {
    const names = path.split('.');
    const sealed = valueAt(item, names);
    return typeof sealed === 'string' ? [{ path: names, sealed, context: contextOf(item) }] : [];
  });
}

/** The value at a place; undefined if there is none. */
export function valueAt(from: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && !Array.isArray(value) ? value[name] : undefined),
    from,
  );
}

/** A copy of an item with another value at a place that exists. */
export function withValueAt(item: Item, [name = '', ...rest]: readonly string[], value: unknown): Item {
  const inner = item[name];
  return {
    ...item,
    [name]: rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest, value),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
