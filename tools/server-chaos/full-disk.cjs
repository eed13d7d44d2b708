/* Preload for a process: while its data folder contains a file `full`, every write except to stdout and stderr
   fails. PGlite writes with `fs.writeSync`. */
const fs = require('node:fs');
const path = require('node:path');

const full = path.join(process.env.PATCHWORK_DATA, 'full');

const STANDARD_ERROR = 2;
const { writeSync } = fs;

fs.writeSync = (file, ...rest) => {
  if (file > STANDARD_ERROR && fs.existsSync(full)) {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  return writeSync(file, ...rest);
};
