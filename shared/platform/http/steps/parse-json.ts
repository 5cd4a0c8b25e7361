import { PlatformError } from '#shared/platform/core/errors.ts';
import type { HttpEvent, Step } from '#shared/platform/http/request-context.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/iu;
const OTHER_CHARSET = /^charset\s*=(?!\s*"?utf-?8"?$)/iu;

/** Refuses a body that does not call itself JSON; an empty body may call itself anything (G12). */
export function requireJson(): Step {
  return ({ event }) => {
    if (!event.body || isJson(event.headers['content-type'] ?? '')) return;
    const accept = event.requestContext.http.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
    throw new PlatformError('unsupported_media_type', 'Send the body as application/json in UTF-8.', {
      headers: { [accept]: 'application/json' },
    });
  };
}

/** Parses the body (G11). @throws PlatformError `malformed_json` · `body_required` */
export function parseJson(optional: boolean): Step {
  return ({ event, context: { requestContext } }) => {
    const text = bodyText(event);
    if (text.trim() === '') {
      if (!optional) throw new PlatformError('body_required', 'Send a JSON object as the body.');
      requestContext.json = {};
      return;
    }
    try {
      requestContext.json = JSON.parse(text);
    } catch {
      throw new PlatformError('malformed_json', 'The body is not valid JSON.');
    }
  };
}

/** Of the parameters only the charset counts: JSON is UTF-8 (RFC 8259, 8.1). */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  return JSON_TYPE.test(type) && !parameters.some((parameter) => OTHER_CHARSET.test(parameter));
}

function bodyText({ body = '', isBase64Encoded }: HttpEvent): string {
  if (!isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw new PlatformError('malformed_json', 'The body is not valid UTF-8.');
  }
}
