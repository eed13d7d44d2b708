import type { Variable } from '@patchwork/api-server/settings';

/** Environment of `pnpm serve`, for its help and docs/reference.md. */
export const serveVariables: readonly Variable[] = [
  { name: 'PORT', text: 'port to listen on', fallback: '3000' },
  {
    name: 'HOST',
    text: 'address to listen on; 0.0.0.0 opens it to the network. Left out: this machine only',
    fallback: '',
  },
  { name: 'RELEASE', text: 'the release folder', fallback: '.release' },
  {
    name: 'SHOP_ORIGIN',
    text: 'the shop’s public address, https://shop.example, for canonical links and the sitemap',
    fallback: '',
  },
  {
    name: 'API_URL',
    text: 'where this process reaches the API, http://api:4000: pages then contain the data of their products, and a release without a config.json uses the API at its own origin. Left out: such a release runs on the mock',
    fallback: '',
  },
  {
    name: 'METRICS_PORT',
    text: 'port of GET /metrics, for Prometheus; pages of a release without a config.json then report their errors. Left out: nothing is measured',
    fallback: '',
  },
  { name: 'METRICS_HOST', text: 'address of the metrics', fallback: '127.0.0.1' },
  {
    name: 'VISITS_DATABASE_URL',
    text: 'postgres://user:password@host:5432/name, for the counts of visits, which several servers may share. Left out: they are kept in memory',
    fallback: '',
  },
  {
    name: 'TRUST_PROXY',
    text: 'number of your own proxies in front of the server, for the addresses of reports, and to know that an upload came over HTTPS',
    fallback: '0',
  },
  {
    name: 'ACCEPT_ISSUERS',
    text: 'with --accept: issuers of pipelines’ tokens, separated by commas, such as https://gitlab.example. Left out: GitHub and gitlab.com',
    fallback: '',
  },
];
