#!/bin/sh
# csv-parse 7.0.3, with `info: true`.
#
# `info.lines`, “the number of lines encountered”, counts a Windows line end within quotes as two lines, and one between
# records as one. After a cell with three of them, messages name a line that is three too far down.
#
# Seen: the last record is in line 3 with \n and in line 4 with \r\n; both files have three lines.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error csv-parse@7.0.3 > installed
cat > program.mjs <<'END'
import { parse } from 'csv-parse/sync';

for (const end of ['\n', '\r\n']) {
  const records = parse(['a,"x', 'y"', 'b,z', ''].join(end), { info: true });
  console.log(JSON.stringify(end), records.map(({ info }) => info.lines).join(' '));
}
END
cat > expected <<'END'
"\n" 2 3
"\r\n" 3 4
END
node program.mjs > seen
diff expected seen
echo 'as described'
