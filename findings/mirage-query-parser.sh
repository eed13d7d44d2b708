#!/bin/sh
# miragejs 0.1.48, in happy-dom 21.0.4.
#
# A query is not parsed as URLSearchParams does: a value ends at its second "=", a name without a value is "true", and a
# name beside its own array ("a=1&a[]=2") throws in the middle of the request. HEAD of a route for GET has no route.
#
# Seen: next is "/a?b" instead of "/a?b=c"; flag is "true" instead of ""; "push is not a function".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error miragejs@0.1.48 happy-dom@21.0.4 > installed
cat > program.mjs <<'END'
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://shop.example/' });
Object.assign(globalThis, { window, self: window });
for (const name of ['document', 'XMLHttpRequest', 'location', 'DOMParser']) globalThis[name] = window[name];
const { createServer } = await import('miragejs');
createServer({
  environment: 'test',
  routes() {
    this.get('/list', (_schema, request) => request.queryParams);
  },
});
function ask(method, address) {
  return new Promise((resolve) => {
    const request = new window.XMLHttpRequest();
    request.onload = () => resolve(request.responseText);
    try {
      request.open(method, address);
      request.send();
    } catch (error) {
      resolve(error.message.split('.')[0]);
    }
  });
}
for (const query of ['next=/a?b=c', 'flag', 'a=1&a[]=2']) {
  const standard = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
  console.log(`${query}: ${standard}, Mirage ${await ask('GET', `/list?${query}`)}`);
}
console.error = () => {};
console.log(await ask('HEAD', '/list'));
process.exit();
END
cat > expected <<'END'
next=/a?b=c: {"next":"/a?b=c"}, Mirage {"next":"/a?b"}
flag: {"flag":""}, Mirage {"flag":"true"}
a=1&a[]=2: {"a":"1","a[]":"2"}, Mirage queryParams[key]
Mirage: Your app tried to HEAD '/list', but there was no route defined to handle this request
END
node program.mjs > seen
diff expected seen
echo 'as described'
