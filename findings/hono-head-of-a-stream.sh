#!/bin/sh
# hono 4.13.19, with @hono/node-server 2.1.8.
#
# HEAD of a route for GET runs its handler, and drops the body without cancelling it: a stream is neither read to its end
# nor told to stop. What its source holds, such as a database connection, stays held.
#
# Seen: two seconds after the answer to HEAD one chunk is pulled, cancel() is not called, and a writer waits for ever.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error hono@4.13.19 @hono/node-server@2.1.8 > installed
cat > program.mjs <<'END'
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';

const seen = { pulled: 0, cancelled: 0, written: 0, aborted: 0, ended: 0 };
const chunk = new Uint8Array(100_000);
const app = new Hono();
app.get('/body', (context) =>
  context.body(
    new ReadableStream({
      pull(controller) {
        seen.pulled += 1;
        controller.enqueue(chunk);
        if (seen.pulled === 100) controller.close();
      },
      cancel() {
        seen.cancelled += 1;
      },
    }),
  ),
);
app.get('/stream', (context) =>
  stream(context, async (out) => {
    out.onAbort(() => {
      seen.aborted += 1;
    });
    for (let count = 0; count < 100; count += 1) {
      await out.write(chunk);
      seen.written += 1;
    }
    seen.ended += 1;
  }),
);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await new Promise((resolve) => server.once('listening', resolve));
for (const path of ['/body', '/stream']) {
  const { status } = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { method: 'HEAD' });
  console.log(`HEAD ${path}: ${status}`);
}
await wait(2000);
console.log(JSON.stringify(seen));
process.exit();
END
cat > expected <<'END'
HEAD /body: 200
HEAD /stream: 200
{"pulled":1,"cancelled":0,"written":1,"aborted":0,"ended":0}
END
node program.mjs > seen
diff expected seen
echo 'as described'
