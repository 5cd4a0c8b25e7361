import { html, raw } from 'hono/html';
import { tagIdProblem } from '#shared/biolinks/domain/pixel-tag.ts';
import type { Pixel, PixelProvider } from '#shared/biolinks/domain/pixel.ts';
import type { Markup } from '#shared/platform/render/markup.ts';

/** Hosts that a provider's tag needs, by directive of the content security policy. */
type Needs = {
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly frame: readonly string[];
};

type Provider = Needs & {
  /** The inline tag. It reads its id from its own element, so that its text and hash are the same on every page. */
  readonly start: string;
  readonly library: (tagId: string) => string;
};

const OWN_ID = 'document.currentScript.dataset.id';

/** The tags of the providers, reduced to counting page views; the library loads separately. */
const PROVIDERS: Readonly<Record<PixelProvider, Provider>> = {
  meta: {
    start: `(function(w){if(!w.fbq){var n=w.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};w._fbq=n;n.push=n;n.loaded=true;n.version='2.0';n.queue=[]}w.fbq('init',${OWN_ID});w.fbq('track','PageView')})(window)`,
    library: () => 'https://connect.facebook.net/en_US/fbevents.js',
    script: ['https://connect.facebook.net'],
    connect: ['https://www.facebook.com', 'https://connect.facebook.net'],
    frame: [],
  },
  google: {
    start: `window.dataLayer=window.dataLayer||[];window.gtag=window.gtag||function(){window.dataLayer.push(arguments)};window.gtag('js',new Date());window.gtag('config',${OWN_ID})`,
    library: (tagId) => `https://www.googletagmanager.com/gtag/js?id=${tagId}`,
    script: ['https://www.googletagmanager.com', 'https://www.googleadservices.com'],
    connect: [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://www.googletagmanager.com',
      'https://www.google.com',
      'https://googleads.g.doubleclick.net',
    ],
    frame: ['https://td.doubleclick.net', 'https://www.googletagmanager.com'],
  },
  tiktok: {
    start: `(function(w){w.TiktokAnalyticsObject='ttq';var t=w.ttq=w.ttq||[];if(!t.methods){t.methods=['page','track','identify','instances','ready'];t.methods.forEach(function(m){t[m]=function(){t.push([m].concat([].slice.call(arguments,0)))}});t._i={};t._t={};t._o={}}var i=${OWN_ID};t._i[i]=[];t._i[i]._u='https://analytics.tiktok.com/i18n/pixel/events.js';t._t[i]=+new Date;t._o[i]={};t.page()})(window)`,
    library: (tagId) => `https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=${tagId}&lib=ttq`,
    script: ['https://analytics.tiktok.com'],
    connect: ['https://analytics.tiktok.com'],
    frame: [],
  },
};

/** The tags of a page, with the sources that its content security policy must allow. */
export type Tracking = Needs & { readonly markup: readonly Markup[]; readonly inline: readonly string[] };

/** The tags for pixels, to be used only after consent. A stored id with an invalid format is skipped. */
export function tracking(pixels: readonly Pixel[]): Tracking {
  const known = pixels.filter(({ provider, tagId }) => tagIdProblem(provider, tagId) === undefined);
  const providers = [...new Set(known.map(({ provider }) => provider))].map((name) => PROVIDERS[name]);
  return {
    markup: known.map(({ provider, tagId }) => {
      const { start, library } = PROVIDERS[provider];
      const loader = html`<script async src="${library(tagId)}"></script>`;
      return html`<script data-id="${tagId}">${raw(start)}</script>${loader}`;
    }),
    inline: providers.map(({ start }) => start),
    script: providers.flatMap(({ script }) => script),
    connect: providers.flatMap(({ connect }) => connect),
    frame: providers.flatMap(({ frame }) => frame),
  };
}

/** No tags, for pages without consent. */
export const NO_TRACKING: Tracking = { markup: [], inline: [], script: [], connect: [], frame: [] };
