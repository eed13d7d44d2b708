import { type Sources, scriptSources } from './sources.ts';

const own = "'self'";

/**
 * The Content-Security-Policy of a page. What is not named is refused, so there is no directive for
 * workers, media, manifests or plugins: the shop has none.
 */
export function contentSecurityPolicy(sources: Sources, scriptHashes: readonly string[]): string {
  const { remotes, overrides, overrideSockets, api, reports, images, razorpay } = sources;
  const code = [...remotes, ...overrides];
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', own, ...scriptHashes, ...scriptSources(sources)],
    // Razorpay's script adds style elements to the page.
    ['style-src', own, ...code, ...(razorpay ? ["'unsafe-inline'"] : [])],
    ['img-src', own, ...code, ...images, ...(razorpay?.images ?? [])],
    ['font-src', own, ...code],
    [
      ...['connect-src', own, ...code, ...overrideSockets, ...api, ...reports],
      ...(razorpay?.connections ?? []),
    ],
    ...(razorpay ? [['frame-src', ...razorpay.frames]] : []),
    ['form-action', own],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'default'],
  ];
  return directives.map((parts) => [...new Set(parts)].join(' ')).join('; ');
}
