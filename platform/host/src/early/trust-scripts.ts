/** The parts of Trusted Types that the shop uses. TypeScript's DOM types lack them. */
interface TrustedTypesFactory {
  createPolicy: (name: string, rules: Readonly<Record<string, (text: string) => string>>) => void;
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypesFactory;
  }
}

/**
 * Trusted sources, which the release writes into the page (platform/build/src/policy/security-headers.ts).
 */
interface TrustedSources {
  /** Origins. 'http://localhost:*' allows any port. */
  readonly scripts: readonly string[];
  readonly html: boolean;
}

const readTrusted = (): TrustedSources =>
  JSON.parse(
    document.getElementById('patchwork-trusted')?.textContent ?? '{"scripts":[],"html":false}',
  );

/** Whether an origin matches a source as in a Content-Security-Policy: 'http://localhost:*' also allows https. */
const matches = (origin: string, source: string): boolean =>
  source.endsWith('*')
    ? `${origin}:`.replace(/^https/, 'http').startsWith(source.slice(0, -1))
    : origin === source;

/**
 * Creates the default Trusted Types policy, if the Content-Security-Policy requires one. Script addresses are limited
 * to the release's own scripts and the origins that the page lists. Text never becomes a script; it becomes HTML only
 * if a remote on the page has that right.
 */
export function trustScripts(): void {
  const { scripts, html } = readTrusted();
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const { origin, pathname } = new URL(address, location.href);
      const isTrusted =
        origin === location.origin
          ? /^\/(?:static\/|remotes\/|worker\.js$)/.test(pathname)
          : scripts.some((source) => matches(origin, source));
      if (isTrusted) return address;
      throw new TypeError(`The shop runs no script from ${address}: see docs/security.md`);
    },
    ...(html && { createHTML: (text) => text }),
  });
}
