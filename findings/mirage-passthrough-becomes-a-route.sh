#!/bin/sh
# miragejs 0.1.48 (with pretender 3.4.7 and route-recognizer 0.3.4), run on 28 November 2026 on Node 20.20.2.
#
# `this.passthrough(request => …)` looks like a check of each request. But Mirage registers the path of each request that
# passes it as a route pattern, for good, in which ':' and '*' are wildcards. After one request for '/files/*all' (a
# valid path: RFC 3986 allows both signs unencoded), every path below /files is passed to the network unasked, also
# where the check says no. Its router also parses a query on the way to the handler, so that 'a=1&a[]=2' throws.
#
# Seen:
#   Error: Mirage: Your app tried to GET '/files/report', but there was no
#   goes to the network          (/files/*all, which the check lets pass)
#   goes to the network          (/files/report again, which the check would refuse)
#   TypeError: queryParams[key].push is not a function
#
# Exits with 1 if the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund miragejs@0.1.48 happy-dom@20.0.10 >/dev/null
cat >finding.mjs <<'JS'
import { Window } from 'happy-dom';
const window = new Window({ url: 'http://localhost:9/' });
Object.assign(globalThis, { window, self: window, document: window.document });
for (const name of ['XMLHttpRequest', 'fetch', 'Headers', 'Request', 'Response', 'FormData', 'File', 'ProgressEvent'])
  globalThis[name] ??= window[name];
// The network: remembers what reaches it.
const passed = [];
window.XMLHttpRequest = class {
  open(_method, url) { this.url = url; }
  send() { passed.push(this.url); }
};
const { createServer } = await import('miragejs');
const mirage = createServer({
  routes() {
    this.logging = false;
    this.get('/api/products', () => ({}));
    this.passthrough((request) => request.url.includes('*'));
  },
});
function get(url) {
  const request = new window.XMLHttpRequest();
  request.open('GET', url);
  try {
    request.send();
    return passed.includes(url) ? 'goes to the network' : 'is handled';
  } catch (error) {
    return `${error.name}: ${error.message}`.slice(0, 70);
  }
}
const seen = [get('/files/report'), get('/files/*all'), get('/files/report'), get('/api/products?a=1&a[]=2')];
for (const line of seen) console.log(line);
mirage.shutdown();
const isSame =
  seen[0].includes('Your app tried to GET') &&
  seen[1] === 'goes to the network' &&
  seen[2] === 'goes to the network' &&
  seen[3].includes('push is not a function');
process.exit(isSame ? 0 : 1);
JS
node finding.mjs
