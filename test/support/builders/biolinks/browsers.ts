import type { Device } from '#shared/biolinks/domain/visit.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

/** Forty `User-Agent` headers of browsers and of apps that show pages, each with its kind of device. */
export const BROWSERS: readonly { readonly name: string; readonly agent: string; readonly device: Device }[] =
  (
    [
      ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'desktop'],
      [
        'Chrome on macOS',
        `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`,
        'desktop',
      ],
      ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'desktop'],
      ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'desktop'],
      ['Edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`, 'desktop'],
      ['Opera', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 OPR/124.0.0.0`, 'desktop'],
      ['Vivaldi', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Vivaldi/7.7`, 'desktop'],
      [
        'Firefox on Windows',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
        'desktop',
      ],
      [
        'Firefox on macOS',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1; rv:145.0) Gecko/20100101 Firefox/145.0',
        'desktop',
      ],
      [
        'Firefox on Linux',
        'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        'desktop',
      ],
      [
        'Safari on macOS',
        `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.1 Safari/605.1.15`,
        'desktop',
      ],
      [
        'Internet Explorer',
        'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
        'desktop',
      ],
      [
        'Safari on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/26.1 Mobile/15E148 Safari/604.1`,
        'mobile',
      ],
      [
        'Safari on iPod',
        `Mozilla/5.0 (iPod touch; CPU iPhone OS 15_8 like Mac OS X) ${APPLE} Version/15.6 Mobile/15E148 Safari/604.1`,
        'mobile',
      ],
      [
        'Safari on iPad',
        `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${APPLE} Version/12.1 Mobile/15E148 Safari/604.1`,
        'tablet',
      ],
      [
        'Chrome on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
        'mobile',
      ],
      [
        'Firefox on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
        'mobile',
      ],
      [
        'Edge on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} EdgiOS/142.0 Mobile/15E148 Safari/604.1`,
        'mobile',
      ],
      [
        'Instagram on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Mobile/15E148 Instagram 405.0.0.0`,
        'mobile',
      ],
      [
        'Facebook on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Mobile/15E148 [FBAN/FBIOS;FBAV/540.0.0]`,
        'mobile',
      ],
      [
        'TikTok on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Mobile/15E148 musical_ly_42.0.0 BytedanceWebview/d8a21c6`,
        'mobile',
      ],
      [
        'LinkedIn on iPhone',
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Mobile/15E148 [LinkedInApp]/9.31`,
        'mobile',
      ],
      ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'mobile'],
      ['Chrome on an Android tablet', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`, 'tablet'],
      [
        'Firefox on Android',
        'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
        'mobile',
      ],
      [
        'Firefox on an Android tablet',
        'Mozilla/5.0 (Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0',
        'tablet',
      ],
      [
        'Samsung Internet',
        `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
        'mobile',
      ],
      [
        'Opera on Android',
        `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 OPR/92.0.0.0`,
        'mobile',
      ],
      [
        'Opera Mini',
        'Opera/9.80 (Android; Opera Mini/88.0.2254/191.350; U; en) Presto/2.12.423 Version/12.16',
        'mobile',
      ],
      [
        'UC Browser',
        `Mozilla/5.0 (Linux; U; Android 12; en-US) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.8.5.1325 Mobile Safari/537.36`,
        'mobile',
      ],
      [
        'DuckDuckGo on Android',
        `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile DuckDuckGo/5 Safari/537.36`,
        'mobile',
      ],
      [
        'Instagram on Android',
        `Mozilla/5.0 (Linux; Android 15; SM-S928B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 405.0.0.0 Android`,
        'mobile',
      ],
      [
        'Facebook on Android',
        `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/540.0.0;]`,
        'mobile',
      ],
      [
        'Silk on a Fire tablet',
        'Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/140.1.1 like Chrome/140.0.0.0 Safari/537.36',
        'tablet',
      ],
      [
        'Edge on Android',
        `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 EdgA/142.0.0.0`,
        'mobile',
      ],
      [
        'Brave on Windows',
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Brave/142`,
        'desktop',
      ],
      [
        'Huawei Browser',
        `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/16.0.0 Mobile Safari/537.36`,
        'mobile',
      ],
      ['Epiphany', `Mozilla/5.0 (X11; Linux x86_64) ${APPLE} Version/18.0 Safari/605.1.15`, 'desktop'],
      [
        'PlayStation',
        `Mozilla/5.0 (PlayStation; PlayStation 5/9.00) ${APPLE} Version/17.0 Safari/605.1.15`,
        'other',
      ],
      ['KaiOS', 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'mobile'],
    ] as const
  ).map(([name, agent, device]) => ({ name, agent, device }));
