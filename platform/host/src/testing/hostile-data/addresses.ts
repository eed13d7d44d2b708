import { combine, type HostileText } from './hostile-text.ts';
import { SCRIPT_MARK } from './script-injections.ts';

const run = `window.${SCRIPT_MARK}=1`;

/** Addresses with schemes other than http and https, many of which run a script or show a document of the attacker. */
const schemes: readonly HostileText[] = [
  ['javascript:', `javascript:${run}`],
  ['javascript: behind a comment', `javascript://%0a${run}`],
  ['vbscript:', `vbscript:${run}`],
  ['data: with HTML', `data:text/html,<script>${run}</script>`],
  ['data: with HTML in base64', `data:text/html;base64,${btoa(`<script>${run}</script>`)}`],
  ['data: with SVG', `data:image/svg+xml,<svg onload="${run}"/>`],
  ['blob:', 'blob:https://evil.example/0000'],
  ['filesystem:', 'filesystem:https://evil.example/x'],
  ['file:', 'file:///etc/passwd'],
  ['view-source:', 'view-source:https://evil.example/'],
  ['ws:', 'ws://evil.example/'],
  ['mailto:', 'mailto:a@evil.example'],
];

/** Addresses outside https://shop.example, many of which look like a path or like that origin. */
const origins: readonly HostileText[] = [
  ['another origin', 'https://evil.example/x.png'],
  ['another origin over http', 'http://evil.example/x.png'],
  ['no scheme', '//evil.example/x.png'],
  ['three slashes', '///evil.example/x.png'],
  ['four slashes', '////evil.example/x.png'],
  ['backslashes', '\\\\evil.example/x.png'],
  ['a slash and a backslash', '/\\evil.example/x.png'],
  ['a backslash and a slash', '\\/evil.example/x.png'],
  ['a scheme without slashes', 'https:evil.example/x.png'],
  ['a scheme with one slash', 'https:/evil.example/x.png'],
  ['a scheme with backslashes', 'https:\\\\evil.example/x.png'],
  ['a tab between the slashes', '/\t/evil.example/x.png'],
  ['a line break between the slashes', '/\n/evil.example/x.png'],
  ['a carriage return between the slashes', '/\r/evil.example/x.png'],
  ['a user', 'https://shop.example@evil.example/x.png'],
  ['a user and a password', 'https://shop.example:443@evil.example/x.png'],
  ['a longer name', 'https://shop.example.evil.example/x.png'],
  ['a name that ends alike', 'https://evil-shop.example/x.png'],
  ['another port', 'https://shop.example:8443/x.png'],
  ['the known origin over http', 'http://shop.example/x.png'],
  ['an ideographic full stop', 'https://evil。example/x.png'],
  ['full-width letters', 'https://ｅｖｉｌ.example/x.png'],
  ['a Cyrillic letter', 'https://shоp.example/x.png'],
  ['a number for a host', 'https://2130706433/x.png'],
  ['an IPv6 host', 'https://[::1]/x.png'],
];

/** Variants that browsers read alike: they ignore the scheme's case and drop white space and control characters. */
const disguises: readonly [title: string, write: (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in capitals', (text) => text.replace(/^[a-z-]+:/, (scheme) => scheme.toUpperCase())],
  ['behind a space', (text) => ` ${text}`],
  ['behind a control character', (text) => `\u0001${text}`],
  ['behind a line break', (text) => `\r\n${text}`],
  ['with a tab inside', (text) => `${text.slice(0, 1)}\t${text.slice(1)}`],
  ['with a line break inside', (text) => `${text.slice(0, 1)}\n${text.slice(1)}`],
];

/** Addresses that a page of https://shop.example must never load. None of them leads to a file of that origin. */
export const hostileAddresses: readonly HostileText[] = combine(
  [...schemes, ...origins],
  disguises,
);
