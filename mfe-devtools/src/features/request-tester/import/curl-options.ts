/**
 * Options of curl 8.22.0-DEV, commit 5c61e16869, as its documentation has them (docs/cmdline-opts/*.md): the name, and the
 * letter after a slash. Options that were removed earlier are missing.
 */
const withValue = `
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert-type cert/E ciphers config/K
  connect-timeout connect-to continue-at/C cookie-jar/c cookie/b create-file-mode crlfile
  curves data-ascii data-binary data-raw data-urlencode data/d delegation dns-interface
  dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header/D ech egd-file engine
  etag-compare etag-save expect100-timeout form-string form/F ftp-account
  ftp-alternative-to-user ftp-method ftp-port/P ftp-ssl-ccc-mode happy-eyeballs-timeout-ms
  haproxy-clientip header/H help/h hostpubmd5 hostpubsha256 hsts httpsig-algo httpsig-headers
  httpsig-key httpsig-keyid interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time
  key-type key knownhosts krb libcurl limit-rate local-port login-options mail-auth mail-from
  mail-rcpt max-filesize max-redirs max-time/m netrc-file noproxy oauth2-bearer output-dir
  output/o parallel-max-host parallel-max pass pinnedpubkey preproxy proto-default proto-redir
  proto proxy-cacert proxy-capath proxy-cert-type proxy-cert proxy-ciphers proxy-crlfile
  proxy-header proxy-key-type proxy-key proxy-pass proxy-pinnedpubkey proxy-service-name
  proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user/U proxy/x
  proxy1.0 pubkey quote/Q random-file range/r rate referer/e request-target request/X resolve
  retry-delay retry-max-time retry sasl-authzid service-name sigalgs socks4 socks4a
  socks5-gssapi-service socks5-hostname socks5 speed-limit/Y speed-time/y ssl-sessions stderr
  telnet-option/t tftp-blksize time-cond/z tls-max tls13-ciphers tlsauthtype tlspassword
  tlsuser trace-ascii trace-config trace unix-socket upload-file/T upload-flags url-query url
  user-agent/A user/u variable vlan-priority write-out/w`;

const withoutValue = `
  anyauth append/a basic ca-native cert-status compressed-ssh compressed create-dirs crlf
  digest disable-eprt disable-epsv disable/q disallow-username-in-url doh-cert-status
  doh-insecure dump-ca-embed fail-early fail-with-body fail/f false-start follow form-escape
  ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control get/G
  globoff/g haproxy-protocol head/I http0.9 http1.0/0 http1.1 http2-prior-knowledge http2
  http3-only http3 ignore-content-length insecure/k ipv4/4 ipv6/6 junk-session-cookies/j
  list-only/l location-trusted location/L mail-rcpt-allowfails manual/M metalink mptcp
  negotiate netrc-optional netrc/n next/: no-alpn no-buffer/N no-clobber no-keepalive no-npn
  no-progress-meter no-sessionid ntlm-wb ntlm out-null parallel-immediate parallel/Z path-as-is
  post301 post302 post303 progress-bar/# proxy-anyauth proxy-basic proxy-ca-native proxy-digest
  proxy-http2 proxy-http3 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
  proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel/p raw remote-header-name/J remote-name-all
  remote-name/O remote-time/R remove-on-error retry-all-errors retry-connrefused sasl-ir
  show-error/S show-headers/i silent/s skip-existing socks5-basic socks5-gssapi-nec
  socks5-gssapi ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd
  ssl-revoke-best-effort ssl sslv2/2 sslv3/3 styled-output suppress-connect-headers
  tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3
  tlsv1/1 tr-encoding trace-ids trace-time use-ascii/B verbose/v version/V xattr`;

/** Options that change only what is shown, or that a browser does without being told. */
const silent = new Set(
  `buffer basic compressed fail fail-early fail-with-body globoff location no-buffer progress-bar
  no-progress-meter progress-meter show-error show-headers silent styled-output trace-ids trace-time
  verbose`.split(/\s+/),
);

export interface CurlOption {
  readonly name: string;
  readonly hasValue: boolean;
}

const options = new Map<string, CurlOption>();
for (const [text, hasValue] of [
  [withValue, true],
  [withoutValue, false],
] as const) {
  for (const entry of text.trim().split(/\s+/)) {
    const [name = '', letter] = entry.split('/');
    options.set(`--${name}`, { name, hasValue });
    if (letter) options.set(`-${letter}`, { name, hasValue });
  }
}
options.set('--include', { name: 'show-headers', hasValue: false });

/** Finds an option as typed, such as '--header' or '-H'. An option without a value may begin with '--no-'. */
export function findOption(typed: string): CurlOption | undefined {
  const found = options.get(typed);
  if (found || !typed.startsWith('--')) return found;
  const opposite =
    options.get(typed.replace('--no-', '--')) ?? options.get(`--no-${typed.slice(2)}`);
  return opposite && !opposite.hasValue ? { name: typed.slice(2), hasValue: false } : undefined;
}

const reasons: readonly [options: RegExp, reason: string][] = [
  [/proxy|^socks/, 'the browser decides on proxies'],
  [
    /cert|^key$|^key-type$|^pass$|^ca|^crl|tls|ssl|cipher|curves|insecure|pinned|engine|sigalgs|^ech$/,
    'the browser decides on certificates and encryption',
  ],
  [/cookie/, 'the browser sends its own cookies'],
  [
    /output|remote-name|dump|write-out|^trace|stderr|create-|libcurl|xattr|etag-save|clobber|skip-existing|remove-on/,
    'the tester shows the response, and writes no files',
  ],
];

/** Says why the tester has nothing for an option; undefined if nothing is lost without it. */
export function whyLost(name: string): string | undefined {
  if (silent.has(name)) return undefined;
  return reasons.find(([names]) => names.test(name))?.[1] ?? 'the tester has nothing like it';
}
