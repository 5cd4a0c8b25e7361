import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { type FormFile, multipartBody } from './multipart-body.ts';
import { createNetworkClient, UPLOAD_MS } from './network-call.ts';
import type { NetworkCall, NetworkDialect } from './network-call.ts';
import { errorSchema } from './telegram-schemas.ts';

/** What the requests to Telegram need. */
export type TelegramDependencies = {
  readonly http: HttpClient;
  readonly clock: Clock;
  /** Origin of the Bot API. */
  readonly origin: string;
};

/** Texts of errors with status 400 after which the bot no longer has the access that connecting the account requires. */
const ACCESS_LOST = /chat not found|need administrator rights|not enough rights to send text messages/iu;

const GONE = /message to delete not found/iu;

const dialect: NetworkDialect = {
  readError(status, body) {
    const parsed = v.safeParse(errorSchema, body);
    if (!parsed.success) return { text: '', unauthorised: status === 401 };
    const { description } = parsed.output;
    // 404 means that the token has no valid form, because every method that we call exists. 403 means that the bot was removed
    // from the chat or blocked.
    const rejected = status === 401 || status === 403 || status === 404;
    return { text: description, unauthorised: rejected || (status === 400 && ACCESS_LOST.test(description)) };
  },
  readReset(_, body, now) {
    const parsed = v.safeParse(errorSchema, body);
    const seconds = parsed.success ? parsed.output.parameters.retry_after : undefined;
    return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
  },
};

type Fields = Readonly<Record<string, unknown>>;
type CallOptions = { readonly files?: readonly FormFile[]; readonly posts?: boolean };

/** A bot and its chat, for one attempt. */
export type TelegramBot = {
  /** Calls a method without a chat. @throws PublishingStopError */
  ask<const S extends v.GenericSchema>(method: string, schema: S): Promise<v.InferOutput<S>>;
  /** Calls a method for the chat of the account. @throws PublishingStopError */
  call<const S extends v.GenericSchema>(
    method: string,
    fields: Fields,
    schema: S,
    options?: CallOptions,
  ): Promise<v.InferOutput<S>>;
  /** Deletes a message, unless it is gone. @throws PublishingStopError */
  deleteMessage(chat: number, message: number): Promise<void>;
};

/** Starts an attempt with the bot of the credentials. */
export function openBot(
  { http, clock, origin }: TelegramDependencies,
  credentials: Credentials,
): TelegramBot {
  if (credentials.provider !== 'telegram') throw new TypeError(`credentials of ${credentials.provider}`);
  const { botToken } = credentials;
  // The part after the colon is the secret. Telegram could repeat it without the id of the bot.
  const secrets = [botToken, botToken.slice(botToken.indexOf(':') + 1)];
  const network = createNetworkClient({ http, clock }, dialect, secrets);
  let chat: string | number = credentials.chatId.startsWith('@')
    ? credentials.chatId
    : Number(credentials.chatId);

  function toCall(method: string, fields: Fields, { files = [], posts = false }: CallOptions): NetworkCall {
    const url = `${origin}/bot${botToken}/${method}`;
    const accept = 'application/json';
    if (files.length === 0) {
      const body = [new TextEncoder().encode(JSON.stringify(fields))];
      return { method: 'POST', url, headers: { accept, 'content-type': 'application/json' }, body, posts };
    }
    const { contentType, body } = multipartBody(toTexts(fields), files, randomUUID());
    const headers = { accept, 'content-type': contentType };
    return { method: 'POST', url, headers, body, posts, deadlineMs: UPLOAD_MS };
  }

  async function send(call: NetworkCall) {
    return { call, response: await network.send(call) };
  }

  return {
    async ask(method, schema) {
      const { call, response } = await send(toCall(method, {}, {}));
      return network.read(response, call, v.object({ result: schema })).result;
    },
    async call(method, fields, schema, options = {}) {
      let sent = await send(toCall(method, { chat_id: chat, ...fields }, options));
      const moved = sent.response.status === 400 ? newChatOf(sent.response.text) : undefined;
      if (moved !== undefined) {
        // The group became a supergroup with a new id. Telegram has rejected the request, so nothing is posted twice.
        chat = moved;
        sent = await send(toCall(method, { chat_id: chat, ...fields }, options));
      }
      return network.read(sent.response, sent.call, v.object({ result: schema })).result;
    },
    async deleteMessage(chat_id, message_id) {
      const { call, response } = await send(toCall('deleteMessage', { chat_id, message_id }, {}));
      if (response.status === 400 && GONE.test(response.text)) return;
      network.read(response, call, v.object({ result: v.literal(true) }));
    },
  };
}

/** The fields of a form: texts as they are, everything else as JSON. */
function toTexts(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
    }),
  );
}

function newChatOf(text: string): number | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorSchema), text);
  return parsed.success ? parsed.output.parameters.migrate_to_chat_id : undefined;
}
