/*
 * Preloaded into a process: as long as there is a file `full` in the folder of its data, nothing but the standard output
 * and error can be written. PGlite writes by this function.
 */
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
