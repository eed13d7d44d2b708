#!/bin/sh
# @hono/node-server 2.1.8, with hono 4.13.19.
#
# RESPONSE_ALREADY_SENT tells the adapter that a handler has written the response itself. After a middleware that has
# touched `context.res`, such as hono's own cors(), the adapter no longer recognizes it, and writes the headers again.
#
# Seen: the client gets the response. ERR_HTTP_HEADERS_SENT is logged at every request, and the middleware's header is
# missing.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error hono@4.13.19 @hono/node-server@2.1.8 > installed
cat > program.mjs <<'END'
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { cors } from 'hono/cors';

const logged = [];
console.error = (error) => logged.push(error.code);
async function ask(name, ...middleware) {
  const app = new Hono();
  for (const each of middleware) app.use(each);
  app.get('/', (context) => {
    context.env.outgoing.end('text');
    return RESPONSE_ALREADY_SENT;
  });
  const server = createServer(getRequestListener(app.fetch));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = await fetch(`http://127.0.0.1:${server.address().port}`);
  const origin = answer.headers.get('access-control-allow-origin');
  const text = await answer.text();
  await wait(200);
  console.log(`${name}: ${answer.status} ${text}, access-control-allow-origin: ${origin}, logged: ${logged}`);
  server.close();
}
await ask('alone');
await ask('after cors()', cors());
process.exit();
END
cat > expected <<'END'
alone: 200 text, access-control-allow-origin: null, logged: 
after cors(): 200 text, access-control-allow-origin: null, logged: ERR_HTTP_HEADERS_SENT
END
node --no-warnings program.mjs > seen
diff expected seen
echo 'as described'
