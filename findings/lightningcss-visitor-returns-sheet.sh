#!/bin/sh
# lightningcss 1.33.0, called from Node.
#
# A visitor gets a style sheet as an object of its documented type. A visitor that returns that object as it came, so that
# nothing should change, makes transform() throw for ordinary CSS: null, which stands for "none" in what a visitor gets,
# is refused in what it returns, and so is a whole number from 100000 on where a length has one. Visitors of
# smaller parts (selectors, names) are not affected.
#
# Seen: for `width: var(--y)` "expected an object-like struct named Specifier, found ()", for `left: -100000px` "expected
# a 32-bit floating point", for an @import "expected a sequence".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error lightningcss@1.33.0 > installed
cat > program.mjs <<'END'
import { transform } from 'lightningcss';

function print(css, visitor) {
  try {
    return transform({ filename: 'a.css', code: Buffer.from(css), minify: true, visitor }).code;
  } catch (error) {
    return error.message;
  }
}
for (const css of ['.a{color:red}', '.a{width:var(--y)}', '.a{left:-100000px}', '@import "b.css";']) {
  console.log(`${print(css)} | sheet: ${print(css, { StyleSheet: (sheet) => sheet })}`);
}
console.log(`${print('.a{width:var(--y)}', { Selector: (selector) => selector })}`);
END
cat > expected <<'END'
.a{color:red} | sheet: .a{color:red}
.a{width:var(--y)} | sheet: failed to deserialize; expected an object-like struct named Specifier, found ()
.a{left:-100000px} | sheet: failed to deserialize; expected a 32-bit floating point, found -100000i64
@import "b.css"; | sheet: failed to deserialize; expected a sequence, found ()
.a{width:var(--y)}
END
node program.mjs > seen
diff expected seen
echo 'as described'
